/** The URL of the applications that a filter finds. */
export function listOf(filter: Record<string, string>) {
  return `/admin/submissions?${new URLSearchParams({ tab: 'quotes', ...filter })}`
}
