import busboy from 'busboy'

/** A body that is refused: 400 malformed, 413 too large, 415 of a type that is not taken. */
export class BodyError extends Error {
  override name = 'BodyError'

  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message)
  }
}

/** Bytes that a body may have, and the fields of a form. The edge refuses longer bodies that announce their length. */
export const bodyLimit = 1_048_576
const fieldLimit = 1000
const partLimit = 200
const depthLimit = 64

type BodyType = 'json' | 'form' | 'multipart'
export type Body = { type: 'json'; value: unknown } | { type: 'form'; form: Map<string, string> }

/**
 * Reads a request's body, whichever of the accepted types it is; counting while it arrives, so that a body without an announced
 * length is cut off at the limit. The last value counts where a form has a field twice.
 * @throws {BodyError}
 */
export async function readBody(request: Request, { accept }: { accept: readonly BodyType[] }): Promise<Body> {
  const contentType = request.headers.get('Content-Type') ?? ''
  const type = bodyType(contentType)
  if (type === null || !accept.includes(type)) {
    throw new BodyError(415, `Send ${accept.map((name) => typeNames[name]).join(' or ')}`)
  }
  const bytes = await readBytes(request)
  switch (type) {
    case 'json':
      return { type: 'json', value: parseJson(decode(bytes)) }
    case 'form':
      return { type: 'form', form: parseUrlEncoded(decode(bytes)) }
    case 'multipart':
      return { type: 'form', form: await parseMultipart(contentType, bytes) }
  }
}

/** The fields of a page's form. A post without any body is a form without fields. @throws {BodyError} */
export async function readForm(request: Request): Promise<Map<string, string>> {
  if (request.headers.get('Content-Type') === null) return new Map()
  const body = await readBody(request, { accept: ['form', 'multipart'] })
  return body.type === 'form' ? body.form : new Map()
}

const typeNames = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

function bodyType(contentType: string): BodyType | null {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (essence === typeNames.json) return 'json'
  if (essence === typeNames.form) return 'form'
  return essence === typeNames.multipart ? 'multipart' : null
}

async function readBytes(request: Request) {
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > bodyLimit) throw new BodyError(413, 'The body is larger than 1 MB')
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {}) // it may be broken already, which is why it is cancelled
    if (error instanceof BodyError) throw error
    throw new BodyError(400, 'The body was cut off')
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BodyError(400, 'The body is not UTF-8')
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BodyError(400, 'The body is not valid JSON')
  }
  if (isTooDeep(value)) throw new BodyError(400, `The JSON is nested deeper than ${depthLimit} levels`)
  return value
}

/** Walks level by level, so that depth costs no stack. */
function isTooDeep(value: unknown) {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

function parseUrlEncoded(text: string) {
  const form = new Map<string, string>()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > fieldLimit)
      throw new BodyError(400, `The form has more than ${fieldLimit.toLocaleString('en-US')} fields`)
    form.set(name, value)
  }
  return form
}

/** Files are not taken here: a part with a file name is refused. */
function parseMultipart(contentType: string, bytes: Uint8Array) {
  return new Promise<Map<string, string>>((resolve, reject) => {
    const malformed = (message: string) => reject(new BodyError(400, message))
    const form = new Map<string, string>()
    let parser: busboy.Busboy
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        limits: {
          parts: partLimit,
          fields: partLimit,
          fieldNameSize: 200,
          fieldSize: bodyLimit,
          headerPairs: 20,
        },
      })
    } catch {
      malformed('The multipart body has no boundary')
      return
    }
    parser.on('field', (name, value, { nameTruncated }) => {
      if (nameTruncated) malformed('The name of a field is too long')
      form.set(name, value)
    })
    parser.on('file', (_, stream) => {
      stream.resume()
      malformed('This form takes no files')
    })
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => malformed(`The form has more than ${partLimit} parts`))
    }
    parser.on('error', () => malformed('The multipart body is malformed or was cut off'))
    parser.on('close', () => resolve(form))
    parser.end(bytes)
  })
}
