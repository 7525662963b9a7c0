// Writes compressed copies next to the build's files, so that the server never compresses a file during a request.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2] ?? 'build/client'
const textual = new Set([
  '.css',
  '.csv',
  '.html',
  '.js',
  '.json',
  '.mjs',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
])
const smallest = 1024

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const path = join(folder, name)
  const file = statSync(path)
  if (!file.isFile() || file.size < smallest || !textual.has(extname(name)) || basename(name).startsWith('.'))
    continue
  const content = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
}
