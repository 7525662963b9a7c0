import { useSearchParams } from '@remix-run/react'

/** Which form of a page has just been sent: its success panel is shown at an address of its own, which sends nothing again. */
export function useSubmittedForm() {
  return useSearchParams()[0].get('sent')
}
