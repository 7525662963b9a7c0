import { useSearchParams } from '@remix-run/react'

/** Returns the form of the page that has just been sent. Its success panel has its own URL, so that a reload sends nothing again. */
export function useSubmittedForm() {
  return useSearchParams()[0].get('sent')
}
