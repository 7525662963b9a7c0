/** Removes what this tab has stored of steps that were not saved: ~/ui/drafts keeps it under the path of their draft. */
export function forgetDrafts() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (/^draft:\w+:\/get-a-quote\//.test(key)) sessionStorage.removeItem(key)
  } catch {
    // Storage may be blocked: nothing is stored then.
  }
}
