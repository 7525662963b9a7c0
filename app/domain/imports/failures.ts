import { importedCollections } from '~/domain/configuration/collections'

/** The message when an import, a preview or an undo has no result; `hasResponse` if a proxy or an error page responded. */
export function importFailure(intent: string, { hasResponse }: { hasResponse: boolean }) {
  if (intent === 'preview') return 'The files could not be compared. Please try again.'
  if (intent === 'undo') return 'Failed to undo the import. Please try again.'
  if (hasResponse) return 'Import failed: an unknown error occurred.'
  return `Import failed: the server could not be reached. Imported: 0, failed: ${importedCollections.length}, as far as this page knows.`
}

/** The messages where another admin must release a change of the tables that the engine reads. */
export const secondAdminMessages = {
  import:
    'Nothing was imported: another admin must release changes of tiers, employers and industries. See what would change first; another admin can import those files from there.',
  undo: 'Nothing was put back: another admin must release changes of tiers, employers and industries. Import the earlier rows from a file, and let another admin confirm that.',
}

/** The messages when an import cannot be undone, by the reason. */
export const undoRefusals = {
  undone: 'This import has been undone already.',
  missing: 'This import cannot be undone any more.',
  conflict: 'Nothing was put back: rows have changed since it was confirmed.',
}

export const busyMessage = 'Another import is under way. Please wait until it has ended.'
