/** Returns the URL of the applications that match a filter. */
export function listOf(filter: Record<string, string>) {
  return `/admin/submissions?${new URLSearchParams({ tab: 'quotes', ...filter })}`
}
