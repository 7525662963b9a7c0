import busboy from 'busboy'

import { openSpool, type Spool } from '~/domain/reference-data/spool.server'
import type { Fields } from '~/domain/parse-fields'

import { BodyError, bodyLimitOf, longestName, mostParts, tooLargeMessage } from './body.server'

/** A file that waits on the disk. */
export type UploadedFile = { name: string; spool: Spool }

/** A form whose files may be large. Whoever reads it closes it. */
export type UploadForm = { fields: Fields; files: Map<string, UploadedFile>; close: () => Promise<void> }

/** Characters that a field beside the files may have. */
const longestField = 10_000

/**
 * Reads a multipart body whose files go to the disk as they arrive: one for each field, whatever their size, up to the limit of the
 * path for all. A file input that was left empty is none.
 * @throws {BodyError}
 */
export async function readUploads(request: Request): Promise<UploadForm> {
  const parser = parserOf(request)
  const fields: Fields = {}
  const files = new Map<string, UploadedFile>()
  const spooled: Promise<void>[] = []
  const open: Spool[] = []
  let fault: BodyError | null = null
  const refuse = (status: 400 | 413, message: string) => void (fault ??= new BodyError(status, message))
  const close = async () => void (await Promise.all(open.map((spool) => spool.close())))

  parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined || name === '__proto__') return
    if (name.length > longestName) return refuse(400, 'The name of a field is too long')
    if (valueTruncated) return refuse(413, 'A field is too long')
    fields[name] = value
  })
  parser.on('file', (name: string | undefined, stream, { filename }: Partial<busboy.FileInfo>) => {
    stream.on('error', () => refuse(400, 'The request was cut off before its end'))
    if (name === undefined || name === '__proto__' || !filename) {
      stream.resume()
      return
    }
    if (name.length > longestName || files.has(name)) {
      refuse(
        400,
        files.has(name) ? 'The form has two files for one field' : 'The name of a field is too long',
      )
      stream.resume()
      return
    }
    const file = { name: plainName(filename) } as UploadedFile
    files.set(name, file)
    const toDisk = async () => {
      file.spool = await openSpool()
      open.push(file.spool)
      for await (const chunk of stream as AsyncIterable<Buffer>) await file.spool.write(chunk)
    }
    spooled.push(
      toDisk().catch((error: unknown) => {
        stream.resume()
        if (!fault) throw error
      }),
    )
  })
  parser.on('partsLimit', () => refuse(413, `The form has more than ${mostParts} fields`))

  try {
    const ended = new Promise<void>((resolve) => {
      parser.once('close', resolve)
      // More than once: after a malformed part the end of the form may be missing too.
      parser.on('error', () => {
        refuse(400, 'The form is malformed or was cut off before its end')
        resolve()
      })
    })
    await pour(request, parser, () => fault)
    await ended
    await Promise.all(spooled)
    if (fault) throw fault as BodyError
    return { fields, files, close }
  } catch (error) {
    parser.destroy()
    await Promise.allSettled(spooled)
    await close()
    throw error
  }
}

function parserOf(request: Request) {
  const type = request.headers.get('Content-Type') ?? ''
  const coding = request.headers.get('Content-Encoding') ?? 'identity'
  if (!isMultipart(request) || coding !== 'identity') throw new BodyError(415, 'Send multipart/form-data')
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { parts: mostParts + 1, fieldSize: longestField, headerPairs: 20 },
    })
  } catch {
    throw new BodyError(400, 'The multipart boundary is missing')
  }
}

export function isMultipart(request: Request) {
  return /^multipart\/form-data\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? '')
}

/** Hands the body on as fast as it is taken, counted, so that one that is too large is cut off at the limit. */
async function pour(request: Request, parser: busboy.Busboy, fault: () => BodyError | null) {
  const limit = bodyLimitOf(request.method, new URL(request.url).pathname)
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  let size = 0
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done || !value) break
      size += value.byteLength
      if (size > limit) throw new BodyError(413, tooLargeMessage(limit))
      const stopped = fault()
      if (stopped) throw stopped
      if (!parser.write(value)) {
        await new Promise<void>((resolve) => {
          const go = () => {
            parser.off('drain', go).off('close', go).off('error', go)
            resolve()
          }
          parser.once('drain', go).once('close', go).once('error', go)
        })
      }
    }
  } catch (error) {
    if (error instanceof BodyError) throw error
    throw new BodyError(400, 'The request was cut off before its end')
  } finally {
    reader?.releaseLock() // not cancelled: that would cut the connection before the answer has been read
  }
  parser.end()
}

/** The name of a file without its folders and without characters that a page or a log could trip over. */
function plainName(filename: string) {
  const name = filename.split(/[\\/]/).at(-1) ?? ''
  return name.replace(/[\p{C}\u2028\u2029]/gu, '_').slice(-100)
}
