import { officeAreas, officeLinks, officeTools } from '~/content/office-navigation'

const names = new Map([
  ...[...officeAreas, ...officeLinks, ...officeTools].map(({ to, label }) => [to, label] as const),
  ['/admin/search', 'Search'],
  ['/admin/views', 'Saved views'],
  ['/admin/work/send', 'Send results'],
  ['/admin/underwriting/compare', 'Compare two results'],
  ['/admin/underwriting/tables', 'Rating tables of the engine'],
  ['/admin/underwriting/tests', 'Golden cases'],
  ['/admin/underwriting/batches', 'Batch runs'],
  ['/admin/underwriting/charts', 'Portfolio charts'],
  ['/admin/underwriting/simulation', 'Simulation'],
  ['/admin/underwriting/portfolio-factor', 'Portfolio factor'],
  ['/admin/underwriting/impact', 'Impact on all quotes'],
  ['/admin/underwriting/releases', 'Releases'],
  ['/admin/underwriting/referrals', 'Referrals'],
  ['/admin/underwriting/fairness', 'Fairness'],
  ['/admin/underwriting/challenger', 'Challenger'],
  ['/admin/underwriting/state-rules', 'State rules'],
])

const records: [path: RegExp, name: string][] = [
  [/^\/admin\/underwriting\/quote\/(\d+)$/, 'Quote Q-$1'],
  [/^\/admin\/underwriting\/result\/(\d+)$/, 'Result $1'],
  [/^\/admin\/underwriting\/offer\/(\d+)$/, 'Send result $1'],
  [/^\/admin\/underwriting\/correct\/(\d+)$/, 'Correct the answers of Q-$1'],
  [/^\/admin\/underwriting\/ask\/(\d+)$/, 'Ask the applicant of Q-$1'],
  [/^\/admin\/submissions\/quotes\/(\d+)$/, 'Submission Q-$1'],
  [/^\/admin\/accounts\/(\d+)$/, 'Account $1'],
  [/^\/admin\/mail\/(\d+)$/, 'Mail $1'],
]

/** Returns the name of a page of the back office by its path; null where it has none here. */
export function pageName(path: string) {
  const [pattern, name] = records.find(([pattern]) => pattern.test(path)) ?? []
  return names.get(path) ?? (pattern && name ? path.replace(pattern, name) : null)
}
