/** Removes this tab's input for unsaved steps, which ~/ui/drafts stores under the path of their draft. */
export function forgetDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^draft:\w+:\/get-a-quote\//.test(key)) sessionStorage.removeItem(key)
  } catch {
    // Storage may be blocked: then nothing is stored.
  }
}
