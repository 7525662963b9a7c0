import { officePages } from '~/content/office-pages'

const names = new Map([
  ...officePages.map(({ to, label }) => [to, label] as const),
  ['/admin/search', 'Search'],
  ['/admin/work/send', 'Send results'],
  ['/admin/underwriting/compare', 'Compare two results'],
])

const records: [path: RegExp, name: string][] = [
  [/^\/admin\/underwriting\/quote\/(\d+)$/, 'Quote Q-$1'],
  [/^\/admin\/underwriting\/result\/(\d+)$/, 'Result $1'],
  [/^\/admin\/underwriting\/offer\/(\d+)$/, 'Send result $1'],
  [/^\/admin\/underwriting\/offer\/(\d+)\/withdraw$/, 'Withdraw result $1'],
  [/^\/admin\/underwriting\/correct\/(\d+)$/, 'Correct the answers of Q-$1'],
  [/^\/admin\/underwriting\/ask\/(\d+)$/, 'Ask the applicant of Q-$1'],
  [/^\/admin\/underwriting\/impact\/(\d+)$/, 'Run over all quotes $1'],
  [/^\/admin\/underwriting\/batch\/(\d+)$/, 'Run of many quotes $1'],
  [/^\/admin\/underwriting\/releases\/change\/(\d+)$/, 'Change $1'],
  [/^\/admin\/submissions\/quotes\/(\d+)$/, 'Submission Q-$1'],
  [/^\/admin\/database\/(\w+)\/row$/, 'Record of $1'],
  [/^\/admin\/accounts\/(\d+)$/, 'Account $1'],
  [/^\/admin\/mail\/(\d+)$/, 'Mail $1'],
]

/** Returns the name of a page of the back office by its path; null where it has none here. */
export function pageName(path: string) {
  const [pattern, name] = records.find(([pattern]) => pattern.test(path)) ?? []
  return names.get(path) ?? (pattern && name ? path.replace(pattern, name) : null)
}
