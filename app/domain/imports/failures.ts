import { importedCollections } from '~/domain/configuration/collections'

/** The message when an import, a preview or an undo fails before it has a result. */
export function importFailure(intent: string) {
  if (intent === 'preview') return 'The files could not be compared. Please try again.'
  if (intent === 'undo') return 'Failed to undo the import. Please try again.'
  return `Import failed: the program could not be reached. Imported: 0, failed: ${importedCollections.length}.`
}

export const busyMessage = 'Another import is under way. Please wait until it has ended.'
