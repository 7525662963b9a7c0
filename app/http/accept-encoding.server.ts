/** Whether an Accept-Encoding header takes a coding: named, or by `*`, and not with a quality of 0. */
export function acceptsEncoding(header: string | string[] | undefined, coding: string) {
  if (typeof header !== 'string') return false
  let any: boolean | null = null
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const taken = quality === undefined || Number(quality.slice(2)) > 0
    if (name === coding) return taken
    if (name === '*') any = taken
  }
  return any ?? false
}
