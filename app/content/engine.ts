/** The messages of the engine's editor, used by its page and its calls. */
export const engineMessages = {
  saved: 'Underwriting engine code updated successfully! A backup was created.',
  restored: 'Backup restored successfully! A backup of the current code was created before restoring.',
  tablesSaved:
    'The tables and golden cases were saved as a new version! A backup of the previous one was created.',
  proposed: 'Your version was proposed. It is not in use: another admin must approve it.',
  added: 'Your version was added to a release. It is not in use: release it on the page Releases.',
  released: 'The version is released and in use. A backup of the previous one was created.',
  rejected: 'The version was rejected. The engine in use has not changed.',
  withdrawn: 'The version was withdrawn. The engine in use has not changed.',
  draftSaved: 'Your draft was saved. It is not in use, and only you are shown it here.',
  changesKept: 'The changes are kept. They are not in use yet.',
  changesGivenUp: 'The changes are given up. Tables and golden cases are those in use.',
  rowRemoved: (row: number) => `Row ${row} is removed. The change is kept, and is not in use yet.`,
  caseAdded: (name: string) =>
    `The golden case "${name}" is added. The change is kept, and is not in use yet.`,
  caseRemoved: (name: string) =>
    `The golden case "${name}" is removed. The change is kept, and is not in use yet.`,
  caseAdjusted: (name: string) =>
    `The golden case "${name}" expects the new figures. The change is kept, and is not in use yet.`,
  caseKept: (name: string) => `Your change of the golden case "${name}" is undone.`,
  runFailed: 'The quotes could not be run: The server could not be reached. Please try again.',
  noDraft: 'There is no draft to save: this is the code in use.',
  savedForLater: 'Your session has ended. Your draft was kept: log in, and go on where you were.',
}

/** The checks before a version goes live, with the figures of guardStep and releaseStep. */
export const engineTrials = {
  values:
    'Trying the new values on 250 sample applicants, so that no price becomes absurd. This can take ten seconds.',
  code: 'Trying the code: every golden case, every rule on drawn applicants, then 500 sample applicants. This can take half a minute.',
}
