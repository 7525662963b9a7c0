import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import { importedCollections } from '~/domain/configuration/collections'
import { bundledSources, type ImportSource } from '~/domain/imports/bundled-files.server'
import type { FieldError, Fields } from '~/domain/parse-fields'

/** Whether a field of a form or a call is true. */
function isTrue(value: unknown) {
  return typeof value === 'string' && /^(?:yes|true|on|1)$/i.test(value)
}

/**
 * Returns the file for each table, or an error. Uploads are imported without bundled files, except those whose field
 * `bundled-{slug}` is checked; without any selection all five bundled files are used.
 */
export function chooseSources(fields: Fields) {
  const errors: FieldError[] = []
  const isTicked = ({ slug }: { slug: string }) => isTrue(fields[`bundled-${slug}`])
  const files = Object.entries(fields).filter((field): field is [string, File] => field[1] instanceof File)
  for (const [name, file] of files) {
    if (!importedCollections.some(({ slug }) => slug === name))
      errors.push({ path: name.slice(0, 100), message: 'No table takes this file' })
    else if (!/\.csv$/i.test(file.name))
      errors.push({ path: name, message: 'Choose a CSV file. Its name ends in .csv' })
  }
  const isChoice = files.length > 0 || importedCollections.some(isTicked)
  const sources = bundledSources().flatMap((bundled): ImportSource[] => {
    const { collection } = bundled
    const file = fields[collection.slug]
    if (file instanceof File) return [{ ...bundled, ...uploaded(file) }]
    return isTicked(collection) || !(isChoice || isTrue(fields.only_uploaded)) ? [bundled] : []
  })
  if (errors.length === 0 && sources.length === 0)
    errors.push({ path: 'only_uploaded', message: 'Choose at least one file, or import the bundled files' })
  return { sources, errors }
}

function uploaded(file: File) {
  return { label: plainName(file.name), size: file.size, uploaded: true, open: () => streamOf(file) }
}

function streamOf(file: File) {
  return Readable.fromWeb(file.stream() as ReadableStream)
}

/** Returns a file's name without folders, control and formatting characters. */
function plainName(name: string) {
  return (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{C}\u2028\u2029]/gu, '_').slice(-100)
}

const choices = ['intent', 'preview', 'only_uploaded']

/**
 * Returns the content by which retries are recognized: the same selection, and files of the same name and content for the same
 * tables.
 */
export async function contentOf(fields: Fields) {
  const content: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) content[name] = [value.name, await digestOf(value)]
    else if (choices.includes(name) || name.startsWith('bundled-')) content[name] = value
  }
  return content
}

async function digestOf(file: File) {
  const hash = createHash('sha256')
  for await (const chunk of streamOf(file)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
