import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import { isFresh } from '~/http/etag.server'

import { preferredEncoding } from './accept-encoding.server'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

type Variant = { body: Buffer; headers: [string, string][]; etag: string }
type StaticFile = { plain: Variant; br: Variant | null; gzip: Variant | null; offered: ('br' | 'gzip')[] }

/** Files of the build by path; null for those that exist but are not served. */
export type StaticFiles = Map<string, StaticFile | null>

/**
 * Reads a folder of the build into memory, with the compressed copies that scripts/compress-assets.mjs writes beside its files.
 * Returns no files for a missing folder.
 */
export function loadStaticFiles(folder: string): StaticFiles {
  const files: StaticFiles = new Map()
  if (existsSync(folder)) collect(folder, '', files)
  return files
}

function collect(folder: string, prefix: string, files: StaticFiles) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = `${prefix}/${entry.name}`
    if (entry.isDirectory() && !entry.name.startsWith('.')) collect(path, name, files)
    // Compressed copies, source maps and other build output have no URL.
    else if (entry.isFile())
      files.set(name, contentTypes[extname(entry.name)] ? readStaticFile(path, name) : null)
  }
}

function readStaticFile(path: string, name: string): StaticFile {
  const encoded = { br: existsSync(`${path}.br`), gzip: existsSync(`${path}.gz`) }
  const plain = readFileSync(path)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const variant = (body: Buffer, encoding: 'br' | 'gzip' | null): Variant => {
    const etag = encoding === null ? `"${tag}"` : `"${tag}-${encoding}"`
    const headers: [string, string][] = [
      ['ETag', etag],
      // File names under assets contain a content hash; other files may change with a deployment.
      [
        'Cache-Control',
        name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      ],
      ['Content-Type', contentTypes[extname(name)] ?? ''],
    ]
    if (encoded.br || encoded.gzip) headers.push(['Vary', 'Accept-Encoding'])
    if (encoding !== null) headers.push(['Content-Encoding', encoding])
    return { body, headers, etag }
  }
  return {
    plain: variant(plain, null),
    br: encoded.br ? variant(readFileSync(`${path}.br`), 'br') : null,
    gzip: encoded.gzip ? variant(readFileSync(`${path}.gz`), 'gzip') : null,
    offered: (['br', 'gzip'] as const).filter((coding) => encoded[coding]),
  }
}

/** Sends the file in the client's preferred coding, or 304 if the client has it already. */
export function sendStaticFile(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
) {
  const coding = preferredEncoding(headers, file.offered)
  const { body, headers: own, etag } = (coding && file[coding]) ?? file.plain
  for (const [name, value] of own) response.setHeader(name, value)
  if (isFresh(headers['if-none-match'], etag)) {
    response.removeHeader('Content-Type')
    response.removeHeader('Content-Encoding')
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Length', body.length)
  response.writeHead(200).end(method === 'HEAD' ? undefined : body)
}
