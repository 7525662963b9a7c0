import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import { acceptsEncoding } from './accept-encoding.server'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

type Variant = { body: Buffer; encoding: string | null; etag: string }
type StaticFile = {
  type: string
  cacheControl: string
  variants: { br: Variant | null; gzip: Variant | null; plain: Variant }
}

/** Files of the build, answered from memory. */
export type StaticFiles = {
  /** Answers if the path names a file, or lies where only files are. */
  serve: (request: IncomingMessage, response: ServerResponse, path: string) => boolean
}

/** Reads a folder of the build, with the compressed copies that lie beside its files. An absent folder serves nothing. */
export function loadStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  if (existsSync(folder)) collect(folder, '', files)

  return {
    serve(request, response, path) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const file = files.get(path)
      if (file) {
        answer(request, response, file)
        return true
      }
      if (!path.startsWith('/assets/')) return false
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
      response.end('Not found\n')
      return true
    },
  }
}

function collect(folder: string, prefix: string, files: Map<string, StaticFile>) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue // Vite's manifest
    const path = join(folder, entry.name)
    const type = contentTypes[extname(entry.name)]
    if (entry.isDirectory()) collect(path, `${prefix}/${entry.name}`, files)
    else if (type) {
      files.set(`${prefix}/${entry.name}`, {
        type,
        // Names under assets hold a hash of the content; the others may change at the next deployment.
        cacheControl: prefix.startsWith('/assets')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=86400',
        variants: {
          br: variant(`${path}.br`, 'br'),
          gzip: variant(`${path}.gz`, 'gzip'),
          plain: variant(path, null) as Variant,
        },
      })
    }
  }
}

function variant(path: string, encoding: string | null): Variant | null {
  if (!existsSync(path)) return null
  const body = readFileSync(path)
  return { body, encoding, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { type, cacheControl, variants }: StaticFile,
) {
  const accepted = request.headers['accept-encoding']
  const { body, encoding, etag } =
    (acceptsEncoding(accepted, 'br') && variants.br) ||
    (acceptsEncoding(accepted, 'gzip') && variants.gzip) ||
    variants.plain
  response.setHeader('Cache-Control', cacheControl)
  response.setHeader('ETag', etag)
  if (variants.br ?? variants.gzip) response.setHeader('Vary', 'Accept-Encoding')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (known?.includes(etag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
