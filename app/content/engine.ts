/** What the editor of the engine says, on its page and in its calls. */
export const engineSaid = {
  saved: 'Underwriting engine code updated successfully! A backup was created.',
  restored: 'Backup restored successfully! A backup of the current code was created before restoring.',
}
