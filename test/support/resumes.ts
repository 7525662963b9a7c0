import { crc32 } from 'node:zlib'

/** The smallest valid files of each type, and names and types that do not match the content. */
export const pdf = Buffer.from(
  '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
  'latin1',
)
export const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])
export const docx = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })

/** A zip archive of uncompressed files. */
export function zip(files: Record<string, string>) {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(text.length, 14)
    common.writeUInt32LE(text.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const body = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name + text)])
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, Buffer.from(name))
    bodies.push(body)
    offset += body.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(bodies.length, 4)
  end.writeUInt16LE(bodies.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, ...directory, Buffer.from('504b0506', 'hex'), end])
}

export function fileOf(bytes: Uint8Array, name: string, type = '') {
  return new File([new Uint8Array(bytes)], name, { type })
}
