/** The parts of subset-font used here; the published types are of an older version. */
declare module 'subset-font' {
  type Range = { min: number; max: number }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      targetFormat: 'sfnt' | 'woff2'
      keepAllGlyphs?: boolean
      keepFeatures?: string[]
      variationAxes?: Record<string, number | Range>
    },
  ): Promise<Buffer>
}
