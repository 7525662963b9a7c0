const listFormat = new Intl.ListFormat('en-US')

/** Labels in a sentence, of which the first begins it: 'Credit score and bankruptcy history'. */
export function labelsInWords(labels: readonly string[]) {
  const [first = '', ...others] = labels
  return listFormat.format([first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))])
}
