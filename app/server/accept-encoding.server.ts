type Coding = 'br' | 'gzip'

/**
 * The coding that a caller likes best among those on offer (named in our own order of liking), or null for none. Quality values
 * count: `br;q=0` refuses, `gzip;q=0.5, br;q=0.1` prefers gzip, `*` stands for what is not named.
 */
export function preferredEncoding<Offered extends Coding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | null {
  if (header === undefined || header === '') return null
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0
  let best: Offered | null = null
  let bestQuality = qualities.get('identity') ?? 0
  for (const coding of offered) {
    const quality = qualityOf(coding)
    if (quality > 0 && (best === null ? quality >= bestQuality : quality > bestQuality)) {
      best = coding
      bestQuality = quality
    }
  }
  return best
}
