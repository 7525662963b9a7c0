import { collections } from '~/domain/configuration/collections'
import { submissionKinds } from '~/domain/submissions/kinds'

/** Returns the URL of the audit log with the entries on one record. */
export function historyUrl(entity: string, id: string | null) {
  return `/admin/audit?${new URLSearchParams({ entity, record: id ?? '' })}`
}

/** Returns the URL of the back office page for a record, by its kind and id; null if it has none. */
export function recordUrl(entity: string, id: string) {
  const submissions = submissionKinds.find(({ singular }) => entity === `${singular} submission`)
  if (submissions) return `/admin/submissions/${submissions.slug}/${id}`
  const table = Object.values(collections).find(
    ({ singular, plural }) => entity === singular || entity === plural,
  )
  if (table) {
    return entity === table.singular
      ? `/admin/underwriting?tab=${table.slug}&edit=${table.slug}:${id}#${table.slug}`
      : `/admin/run-import?run=${id}` // an import names a whole table, and itself
  }
  switch (entity) {
    case 'underwriting result':
      return `/admin/underwriting/result/${id}`
    case 'batch run':
      return `/admin/underwriting/batch/${id}`
    case 'impact run':
      return `/admin/underwriting/impact/${id}`
    case 'engine version':
      return '/admin/underwriting/code?tab=backups'
    case 'state rule':
      return '/admin/underwriting/state-rules'
    case 'portfolio factor':
      return '/admin/underwriting/portfolio-factor'
    case 'challenger':
      return '/admin/underwriting/challenger'
    case 'configuration change':
    case 'release':
      return '/admin/underwriting/releases'
    case 'pitch deck request':
      return '/pitch-deck-admin'
    case 'account':
      return `/admin/accounts/${id}`
    case 'mail':
      return `/admin/mail/${id}`
    default:
      return null
  }
}
