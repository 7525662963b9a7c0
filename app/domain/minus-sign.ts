/** Returns a formatted number with a minus sign in place of a hyphen. */
export function withMinus(text: string) {
  return text.replace(/^-/, '−')
}
