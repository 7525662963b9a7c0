import { createHash } from 'node:crypto'
import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Room on the disk for what is too large to be held. The file has no name any more from the moment it is open, so that nothing of
 * it remains, however the process ends.
 */
export type Spool = {
  write: (data: Uint8Array) => Promise<void>
  /** All that was written, from the beginning. */
  read: () => Readable
  /** Its bytes, and what they are known by. */
  size: () => number
  digest: () => string
  close: () => Promise<void>
}

export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-spool-'))
  const file = await open(join(folder, 'spool'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  )
  let closed = false
  let size = 0
  const hash = createHash('sha256')
  return {
    async write(data) {
      await file.appendFile(data)
      size += data.byteLength
      hash.update(data)
    },
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    size: () => size,
    digest: () => hash.copy().digest('hex'),
    async close() {
      if (closed) return
      closed = true
      await file.close()
    },
  }
}
