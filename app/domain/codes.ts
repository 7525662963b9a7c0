/** Removes the white space, dashes and invisible characters that a typed or pasted code may have around and between its characters. */
export function withoutSeparators(code: string) {
  return code.replace(/[\s\p{Pd}\p{Cf}]/gu, '')
}
