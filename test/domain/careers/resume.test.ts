import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { checkResume } from '~/domain/careers/resume.server'

import { doc, docx, fileOf, pdf, zip } from '../../support/resumes'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const wrongFormat = 'Resume must be a PDF, DOC or DOCX file'
const megabyte = 1024 * 1024

async function nameOf(name: string, bytes = pdf) {
  const checked = await checkResume(fileOf(bytes, name))
  return checked.ok ? checked.file.originalName : checked.error.message
}

async function messageOf(file: File | null) {
  const checked = await checkResume(file)
  return checked.ok ? null : checked.error
}

describe('a resume', () => {
  test.each([
    ['cv.pdf', pdf, 'application/pdf', 'pdf'],
    ['cv.doc', doc, 'application/msword', 'doc'],
    ['cv.docx', docx, wordType, 'docx'],
    ['CV.PDF', pdf, 'application/pdf', 'pdf'],
    ['CV.DocX', docx, wordType, 'docx'],
  ])('%s is accepted, whatever media type the client sends', async (name, bytes, contentType, extension) => {
    for (const type of [contentType, 'text/html', '']) {
      const checked = await checkResume(fileOf(bytes, name, type))
      expect(checked).toMatchObject({
        ok: true,
        file: {
          contentType,
          extension,
          originalName: name,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      })
      expect(checked.ok && Buffer.from(checked.file.bytes).equals(bytes)).toBe(true)
    }
  })

  test('that is missing, empty or too large is rejected', async () => {
    expect(await messageOf(null)).toEqual({ path: 'resume', message: 'Resume is required' })
    expect(await messageOf(fileOf(Buffer.alloc(0), 'cv.pdf'))).toEqual({
      path: 'resume',
      message: 'Resume must not be an empty file',
    })
    const padded = (size: number) => fileOf(Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]), 'cv.pdf')
    expect(await messageOf(padded(5 * megabyte))).toBeNull()
    expect(await messageOf(padded(5 * megabyte + 1))).toEqual({
      path: 'resume',
      message: 'Resume must be 5 MB or smaller',
    })
  })

  const cutOff = docx.subarray(0, -30)
  const farAway = Buffer.from(docx)
  farAway.writeUInt32LE(0xffff_ffff, farAway.length - 6)
  const late = Buffer.concat([Buffer.alloc(1020), pdf])

  test.each([
    ['a program called cv.pdf', 'cv.pdf', Buffer.from('MZ\u0090\u0000', 'latin1')],
    ['a page called cv.pdf', 'cv.pdf', Buffer.from('<script>alert(1)</script>')],
    ['a PDF called cv.docx', 'cv.docx', pdf],
    ['a PDF called cv.doc', 'cv.doc', pdf],
    ['a DOCX called cv.doc', 'cv.doc', docx],
    ['a DOC called cv.docx', 'cv.docx', doc],
    ['a DOCX called cv.pdf', 'cv.pdf', docx],
    ['a PDF called cv.pdf.exe', 'cv.pdf.exe', pdf],
    ['a program called cv.exe.pdf', 'cv.exe.pdf', Buffer.from('MZ')],
    ['a PDF without an extension', 'cv', pdf],
    ['a PDF with a dot and nothing behind it', 'cv.pdf.', pdf],
    ['a PDF without a name', '', pdf],
    ['a PDF whose extension is turned round', 'cv\u202efdp.exe', pdf],
    ['a PDF named like a property', 'cv.constructor', pdf],
    ['a PDF that begins too late', 'cv.pdf', late],
    ['one byte', 'cv.docx', Buffer.from('P')],
    ['a zip that is no document', 'cv.docx', zip({ 'readme.txt': 'word/ [Content_Types].xml' })],
    ['a spreadsheet', 'cv.docx', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' })],
    ['a zip with a word folder alone', 'cv.docx', zip({ 'word/document.xml': '' })],
    ['an empty zip', 'cv.docx', zip({})],
    ['a document that is cut off', 'cv.docx', cutOff],
    ['a document whose directory is nowhere', 'cv.docx', farAway],
  ])('that is %s is rejected', async (_, name, bytes) => {
    expect(await messageOf(fileOf(bytes, name))).toEqual({ path: 'resume', message: wrongFormat })
  })

  test('may have bytes before the header of a PDF, and a comment after a DOCX', async () => {
    expect(await messageOf(fileOf(Buffer.concat([Buffer.alloc(1000), pdf]), 'cv.pdf'))).toBeNull()
    expect(await messageOf(fileOf(Buffer.concat([docx, Buffer.from('comment')]), 'cv.docx'))).toBeNull()
  })
})

describe('the name of a resume', () => {
  test.each([
    ['cv.exe.pdf', 'cv.exe.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\fakepath\\cv.pdf', 'cv.pdf'],
    ['/cv.pdf', 'cv.pdf'],
    ['a\r\nX-Evil: 1\u0000.pdf', 'aX-Evil: 1.pdf'],
    ['ann\u202egnp.pdf', 'anngnp.pdf'],
    ['.pdf', 'resume.pdf'],
    ['....pdf', 'resume.pdf'],
    ['Zoë "quoted" 履歴書 😀.PDF', 'Zoë "quoted" 履歴書 😀.PDF'],
    ['  cv.pdf  ', 'cv.pdf'],
    ['../', wrongFormat],
  ])('%j is stored as %j', async (name, stored) => {
    expect(await nameOf(name)).toBe(stored)
  })

  test('is truncated to 150 characters with its extension intact', async () => {
    expect(await nameOf(`${'a'.repeat(5000)}.pdf`)).toBe(`${'a'.repeat(146)}.pdf`)
    expect(await nameOf(`${'😀'.repeat(200)}.docx`, docx)).toBe(`${'😀'.repeat(145)}.docx`)
  })
})
