// Lays compressed copies beside the build's files, so that the server never compresses a file while somebody waits.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const textual = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml'])
const smallest = 1024

for (const name of readdirSync('build/client', { recursive: true, encoding: 'utf8' })) {
  const path = join('build/client', name)
  if (!textual.has(extname(name)) || name.startsWith('.') || statSync(path).size < smallest) continue
  const content = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, brotliCompressSync(content, quality))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
