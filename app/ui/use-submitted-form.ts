import { useSearchParams } from '@remix-run/react'

/** The form of the page that has just been sent: its success panel has a URL of its own, so that a reload sends nothing again. */
export function useSubmittedForm() {
  return useSearchParams()[0].get('sent')
}
