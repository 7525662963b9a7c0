import { sha256Hex } from '~/domain/hashes.server'
import { isKeyOf } from '~/domain/is-key-of'
import type { FieldError } from '~/domain/parse-fields'

import { resumeLimit } from './careers.options'

/** A resume whose content matches its extension. */
export type Resume = {
  bytes: Uint8Array
  /** In hexadecimal digits; identifies the file's content in place of its bytes. */
  sha256: string
  contentType: string
  extension: keyof typeof formats
  /** The applicant's file name: without folders and invisible characters, up to 150 characters. */
  originalName: string
}

const longestName = 150
const wrongFormat = 'Resume must be a PDF, DOC or DOCX file'

/** The accepted formats, by extension. The bytes decide; the media type that the client sends is ignored. */
const formats = {
  pdf: { contentType: 'application/pdf', matches: isPdf },
  doc: { contentType: 'application/msword', matches: isDoc },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    matches: isDocx,
  },
} as const

/** Checks an uploaded resume; null is a form without one. Size comes first, so that no large file is read. */
export async function checkResume(
  file: File | null,
): Promise<{ ok: true; file: Resume } | { ok: false; error: FieldError }> {
  if (file === null) return refuse('Resume is required')
  if (file.size === 0) return refuse('Resume must not be an empty file')
  if (file.size > resumeLimit.bytes) return refuse(resumeLimit.message)

  const { stem, extension } = splitName(file.name)
  const format = extension.toLowerCase()
  if (!isKeyOf(formats, format)) return refuse(wrongFormat)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!formats[format].matches(bytes)) return refuse(wrongFormat)

  const shortStem = [...stem].slice(0, longestName - extension.length - 1).join('')
  return {
    ok: true,
    file: {
      bytes,
      sha256: sha256Hex(bytes),
      contentType: formats[format].contentType,
      extension: format,
      originalName: `${shortStem}.${extension}`,
    },
  }
}

function refuse(message: string) {
  return { ok: false as const, error: { path: 'resume', message } }
}

/** Splits a name at its last dot, without folders, control characters and characters that hide or reverse others. */
function splitName(name: string) {
  const base = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim()
  const dot = base.lastIndexOf('.')
  const stem = dot === -1 ? base : base.slice(0, dot).replace(/^[.\s]+/, '')
  return { stem: stem || 'resume', extension: dot === -1 ? '' : base.slice(dot + 1) }
}

/** PDF readers allow other bytes before the header, within the first 1024. */
function isPdf(bytes: Buffer) {
  return bytes.subarray(0, 1024).includes('%PDF-')
}

/** A compound file, the container of Word 97 to 2003. */
function isDoc(bytes: Buffer) {
  return bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
}

/** A zip archive whose directory lists the parts that every Word document has. */
function isDocx(bytes: Buffer) {
  if (!bytes.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))) return false
  const names = zipNames(bytes)
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('word/'))
}

/** Returns the names in a zip archive's central directory; for a truncated or corrupt one, those before the damage. */
function zipNames(bytes: Buffer) {
  const names: string[] = []
  const end = bytes.lastIndexOf('504b0506', undefined, 'hex')
  if (end === -1 || end + 22 > bytes.length) return names
  let entry = bytes.readUInt32LE(end + 16)
  while (entry + 46 <= end && bytes.readUInt32BE(entry) === 0x504b0102) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((at) => bytes.readUInt16LE(entry + at))
    names.push(bytes.toString('latin1', entry + 46, entry + 46 + name))
    entry += 46 + name + extra + comment
  }
  return names
}
