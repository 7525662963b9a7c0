import type { Readable } from 'node:stream'

import busboy from 'busboy'

import { maxMegabytes } from '~/domain/imports/limits'
import { maxFormBytes } from '~/ui/form-result'

/** A body that cannot be read: 400 malformed, 413 too large, 415 unsupported type. */
export class BodyError extends Error {
  override name = 'BodyError'

  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message)
  }
}

const megabyte = 1024 * 1024
const defaultLimit = maxFormBytes
/** The career application with its files. */
const uploadLimit = 6 * megabyte
/** The same form sent by its page. Larger, so that an oversized file is discarded and the page keeps the other fields. */
const uploadPageLimit = 32 * megabyte
const importLimit = maxMegabytes * megabyte
const uploadRoutes = new Map([
  ['/careers', uploadPageLimit],
  ['/api/career-submissions', uploadLimit],
  ['/admin/run-import', importLimit],
  ['/api/admin/underwriting/import', importLimit],
])

const maxFields = 1000
const maxParts = 100
const maxNameLength = 200
const maxDepth = 64

type BodyType = 'json' | 'form' | 'multipart'
export type Body = { type: 'json'; value: unknown } | { type: 'form'; form: FormData }

export type ReadOptions = {
  /** The maximum number of files in a multipart body, 0 by default; an empty file input does not count. */
  files?: FileOptions
}

type FileOptions = {
  maxFiles: number
  bytes: number
  /** Truncates a larger file to `bytes` + 1 instead of rejecting the body, so that the form's other fields are kept. */
  truncate?: boolean
}

/** One file, as large as its body may be; its own limit is validated with its field. */
export const oneFile: FileOptions = { maxFiles: 1, bytes: uploadLimit }

/** The files of an import: one per table, and any extra files that a client sends by mistake. */
export const importFiles: FileOptions = { maxFiles: 10, bytes: importLimit, truncate: true }

/** One file of up to this many bytes, in a form whose other fields are kept when it is larger. */
export function oneFileUpTo(bytes: number): FileOptions {
  return { maxFiles: 1, bytes, truncate: true }
}

/** Returns the maximum body size of a path, in any case and with or without a trailing slash. */
export function bodyLimitOf(method: string, path: string) {
  return (method === 'POST' && uploadRoutes.get(path.toLowerCase().replace(/\/$/, ''))) || defaultLimit
}

export function tooLargeMessage(limit: number) {
  return `The request is too large: at most ${Math.floor((limit / megabyte) * 10) / 10} MB are taken`
}

/**
 * Reads a request body of any accepted type. Counts bytes as they arrive, so that the limit also holds without Content-Length. A
 * form becomes a FormData, with files as File.
 * @throws {BodyError}
 */
export async function readBody(
  request: Request,
  { accept, ...options }: ReadOptions & { accept: readonly BodyType[] },
): Promise<Body> {
  const contentType = request.headers.get('Content-Type') ?? ''
  const type = bodyType(contentType)
  const coding = request.headers.get('Content-Encoding') ?? 'identity'
  if (type === null || !accept.includes(type) || coding !== 'identity') {
    throw new BodyError(415, `Send ${accept.map((name) => typeNames[name]).join(' or ')}`)
  }
  if (type === 'multipart' && options.files?.truncate) {
    return {
      type: 'form',
      form: await parseMultipart(contentType, chunksOf(request), options.files),
    }
  }
  const bytes = await readBytes(request)
  switch (type) {
    case 'json':
      return { type: 'json', value: parseJson(decode(bytes)) }
    case 'form':
      return { type: 'form', form: parseUrlEncoded(decode(bytes)) }
    case 'multipart':
      return { type: 'form', form: await parseMultipart(contentType, [bytes], options.files) }
  }
}

/** Reads the fields of a page's form. A POST without a body is an empty form. @throws {BodyError} */
export async function readForm(request: Request, options: ReadOptions = {}): Promise<FormData> {
  if (!request.headers.get('Content-Type')) {
    const bytes = await readBytes(request)
    if (bytes.length === 0) return new FormData()
  }
  const body = await readBody(request, { ...options, accept: ['form', 'multipart'] })
  if (body.type !== 'form') throw new BodyError(415, 'Send a form')
  return body.form
}

const typeNames = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

function bodyType(contentType: string): BodyType | null {
  const [essence = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8)
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) return null
  const type = (Object.keys(typeNames) as BodyType[]).find((name) => typeNames[name] === essence)
  return type ?? null
}

async function readBytes(request: Request) {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* chunksOf(request: Request) {
  const maxBytes = bodyLimitOf(request.method, new URL(request.url).pathname)
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes)
    throw new BodyError(413, tooLargeMessage(maxBytes))
  if (!request.body) return
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new BodyError(400, 'The request was cut off before its end')
      })
      if (done) return
      size += value.byteLength
      if (size > maxBytes) throw new BodyError(413, tooLargeMessage(maxBytes))
      yield value
    }
  } finally {
    reader.releaseLock() // not canceled: that would close the connection before the client has read the response
  }
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BodyError(400, 'The request is not valid UTF-8')
  }
}

function tooManyFields(body: string) {
  return `The ${body} has more than ${maxFields.toLocaleString('en-US')} fields`
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BodyError(400, 'The request is not valid JSON')
  }
  checkJson(value)
  return value
}

/**
 * Rejects JSON that nests too deep or has more keys than a form may have fields, and drops `__proto__`, which would become the
 * prototype of a copied object. Walks level by level, so that depth uses no stack.
 */
function checkJson(root: unknown) {
  let level = [root]
  let keys = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) {
      throw new BodyError(400, `The JSON is nested deeper than ${maxDepth} levels`)
    }
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      if (Object.hasOwn(item, '__proto__')) delete (item as Record<string, unknown>)['__proto__']
      const values = Object.values(item)
      if (!Array.isArray(item)) keys += values.length
      if (keys > maxFields) throw new BodyError(413, tooManyFields('JSON'))
      for (const value of values) next.push(value)
    }
    level = next
  }
}

function parseUrlEncoded(text: string) {
  const form = new FormData()
  if (text === '') return form
  const pairs = text.split('&')
  if (pairs.length > maxFields) {
    throw new BodyError(413, tooManyFields('form'))
  }
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeField(equals === -1 ? pair : pair.slice(0, equals))
    addField(form, name, equals === -1 ? '' : decodeField(pair.slice(equals + 1)))
  }
  return form
}

function decodeField(text: string) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new BodyError(400, 'The form is not encoded as it should be')
  }
}

/** Adds a field. Browsers send a line break as CR LF, although limits, theirs too, count it as one character. */
function addField(form: FormData, name: string, value: string) {
  if (name !== '__proto__') form.append(name, value.replaceAll('\r\n', '\n'))
}

async function parseMultipart(
  contentType: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  files: FileOptions = { maxFiles: 0, bytes: 0 },
) {
  const form = new FormData()
  let textLength = 0
  let fileCount = 0
  let rejection: BodyError | null = null

  function reject(status: 400 | 413, message: string) {
    rejection ??= new BodyError(status, message)
  }

  function onField(name: string | undefined, value: string) {
    if (name === undefined) return
    textLength += value.length
    if (textLength > uploadLimit) return reject(413, tooLargeMessage(uploadLimit))
    if (name.length > maxNameLength) return reject(400, 'The name of a field is too long')
    if (`${name}${value}`.includes('\ufffd')) return reject(400, 'The request is not valid UTF-8')
    addField(form, name, value)
  }

  function onFile(name: string | undefined, stream: Readable, info: Partial<busboy.FileInfo>) {
    const bytes: Buffer[] = []
    stream.on('data', (chunk: Buffer) => bytes.push(chunk))
    stream.on('error', () => reject(400, 'The request was cut off before its end'))
    stream.on('limit', () => {
      if (files.maxFiles > 0 && !files.truncate)
        reject(413, `A file is too large: at most ${files.bytes / megabyte} MB are taken`)
    })
    stream.on('end', () => addFile(name, bytes, info))
  }

  function addFile(
    name: string | undefined,
    bytes: Buffer[],
    { filename, mimeType }: Partial<busboy.FileInfo>,
  ) {
    if (name === undefined || (!filename && bytes.length === 0)) return
    fileCount += 1
    if (fileCount > files.maxFiles)
      return reject(400, files.maxFiles === 0 ? 'This form takes no files' : 'The form has too many files')
    if (form.get(name) instanceof File) return reject(400, 'The form has two files for one field')
    if (filename?.includes('\0')) return reject(400, 'The name of a file holds a null character')
    if (name !== '__proto__')
      form.append(name, new File(bytes as BlobPart[], filename ?? '', mimeType ? { type: mimeType } : {}))
  }

  const parser = multipartParser(contentType, files)
  const closed = new Promise<void>((resolve) => parser.on('close', resolve))
  parser.on('field', onField)
  parser.on('file', onFile)
  parser.on('partsLimit', () => reject(413, `The form has more than ${maxParts} fields`))
  parser.on('error', () => reject(400, 'The form is malformed or was cut off before its end'))

  for await (const chunk of chunks) {
    if (rejection) break
    parser.write(chunk)
  }
  if (!rejection) parser.end()
  if (!rejection) await closed
  if (rejection) throw rejection as BodyError
  return form
}

function multipartParser(contentType: string, files: FileOptions) {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        parts: maxParts + 1, // the parser emits its limit event at this number of parts, not beyond it
        fieldSize: uploadLimit,
        fileSize: files.bytes + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw new BodyError(400, 'The multipart boundary is missing')
  }
}
