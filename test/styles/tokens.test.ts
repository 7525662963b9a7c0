import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const css = readFileSync('app/styles/tokens.css', 'utf8')
const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')

function colours(text: string) {
  const matches = [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]
  return new Map(matches.map(([, name = '', value = '']) => [name, value]))
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: string, second: string) {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['paper', 'surface', 'sunken']
const texts: [string, string[]][] = [
  ...['ink', 'ink-soft', 'primary', 'primary-strong', 'accent', 'success', 'danger', 'info', 'pending'].map(
    (text): [string, string[]] => [text, grounds],
  ),
  ...['primary', 'accent', 'success', 'danger', 'info', 'pending'].map((tone): [string, string[]] => [
    tone,
    [`${tone}-soft`],
  ]),
  ['ink', ['primary-soft', 'accent-soft', 'success-soft', 'danger-soft', 'info-soft', 'pending-soft']],
  ['on-primary', ['primary', 'primary-strong']],
  ['on-danger', ['danger', 'danger-strong']],
  ['on-deep', ['deep']],
  ['on-deep-soft', ['deep']],
]
const marks: [string, string[]][] = [
  ['focus', grounds],
  ['focus-on-deep', ['deep']],
  ['line-strong', ['paper', 'surface']],
]

describe.each([
  ['light', colours(light)],
  ['dark', new Map([...colours(light), ...colours(dark)])],
])('the %s colours', (_, palette) => {
  const ratio = (first: string, second: string) =>
    contrast(palette.get(first) ?? '', palette.get(second) ?? '')

  it('keep text readable on each background: 4.5 to 1', () => {
    const weak = texts.flatMap(([text, over]) =>
      over.filter((ground) => !(ratio(text, ground) >= 4.5)).map((ground) => `${text} on ${ground}`),
    )
    expect(weak).toEqual([])
  })

  it('keep controls and the focus visible: 3 to 1', () => {
    const weak = marks.flatMap(([mark, over]) =>
      over.filter((ground) => !(ratio(mark, ground) >= 3)).map((ground) => `${mark} on ${ground}`),
    )
    expect(weak).toEqual([])
  })
})
