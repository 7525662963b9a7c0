/** Replaces CR LF, which forms send, by LF, and trims. */
export function normalizeLineBreaks<Value>(text: Value) {
  return typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : text
}
