/** Texts that are worst cases for backtracking patterns: their start, the repeated part, and their end. */
const shapes: Record<string, [start: string, middle: string, end: string]> = {
  'labels and a second @': ['a@', 'a.', '@'],
  'dots and a second @': ['a@a', '.', '@'],
  'hyphens in a domain': ['a@a', '-', '.'],
  'a mailbox of dots': ['a', '.a', ''],
  'blanks inside': ['1', ' ', '!'],
  'line breaks inside': ['a', '\n', 'a'],
  'wide blanks inside': ['a', '\u3000\u00a0', 'a'],
  'figures and blanks': ['+', '1 ', '!'],
  'figures with commas': ['', '1,', 'x'],
  thousands: ['', '111,', 'x'],
  figures: ['', '1', '!'],
  'an exponent': ['1e', '0', 'x'],
  extensions: ['5551234567', ' x1', '!'],
  signs: ['', '-', 'a'],
  quotes: ['"', '""', 'a'],
  brackets: ['', '<(', 'a'],
  'percent signs': ['', '%', '\n'],
  slashes: ['https://', 'a/', ' '],
  backslashes: ['', '\\', '\n'],
  'pairs of surrogates': ['', '\u{1f600}', '\ud800'],
  'letters with marks': ['', 'e\u0301', '\u0000'],
  'capitals that grow': ['', '\u0130', 'x'],
}

/** A hostile text of about `length` characters for each shape. */
export function hostileTexts(length: number) {
  return Object.entries(shapes).map(([kind, [start, middle, end]]) => {
    const text = start + middle.repeat(Math.ceil(length / middle.length)) + end
    return { kind, text: Buffer.from(text, 'utf16le').toString('utf16le') } // in one piece, as received
  })
}

/** The processor time of some work, in milliseconds. */
function cost(work: () => unknown) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The cost of a few passes over a million characters on this machine. */
function costOfMillion() {
  const text = 'Ann Doe '.repeat(125_000)
  const passes = () =>
    JSON.stringify([text.trim().toLowerCase(), /[\u0000-\u0008]/.test(text), [...text].length])
  return Math.max(...[1, 2, 3, 4, 5].map(() => cost(passes)))
}

let measure: number | undefined

/**
 * Whether work on a text costs no more than a fixed number of passes over its characters, measured on this machine. Repeated when it
 * seems to cost more, since other processes may have used the processor.
 */
export function isCheap(text: string, work: (text: string) => unknown) {
  measure ??= costOfMillion()
  const limit = 20 * measure * Math.max(text.length / 1_000_000, 0.1)
  return [1, 2, 3].some(() => cost(() => work(text)) <= limit)
}
