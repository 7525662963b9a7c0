import { expect, test } from 'vitest'

import { BodyError, importFiles, readForm } from '~/http/body.server'

const field = 'Content-Disposition: form-data; name="a"'
const file = `${field}; filename="a.csv"`

/* Each is rejected once: an unhandled error would fail the test run, as it would be logged by the program. */
test.each([
  ['nothing', ''],
  ['noise', '====='],
  ['a boundary alone', '--fuzz\r\n'],
  ['a header that is none, and no end', '--fuzz\r\nX\r\n\r\na\r\n'],
  ['too many headers, and no end', `--fuzz\r\n${'X: y\r\n'.repeat(3000)}\r\na\r\n`],
  ['a header cut off', '--fuzz\r\nContent-Disposition: form-da'],
  ['a field cut off', `--fuzz\r\n${field}\r\n\r\nabc`],
  ['a file cut off', `--fuzz\r\n${file}\r\n\r\nabc`],
  ['a malformed part, then a file cut off', `--fuzz\r\nX\r\n\r\na\r\n--fuzz\r\n${file}\r\n\r\nabc`],
  ['two files of one name, cut off', `--fuzz\r\n${file}\r\n\r\nabc\r\n`.repeat(2)],
  ['two files of one name', `--fuzz\r\n${file}\r\n\r\nabc\r\n`.repeat(2) + '--fuzz--\r\n'],
])('rejects a form of %s with 400', async (_, body) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=fuzz' }
  const request = new Request('http://localhost/admin/run-import', { method: 'POST', body, headers })
  const refusal: unknown = await readForm(request, { files: importFiles }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BodyError)
  expect((refusal as BodyError).status).toBe(400)
  await new Promise((resolve) => setTimeout(resolve))
})
