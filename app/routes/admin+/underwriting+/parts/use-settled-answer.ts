import { useActionData, useNavigation } from '@remix-run/react'

/**
 * The answer of the page's action, once its data have been loaded again: both redraw the form, and what somebody types between the two
 * would be lost.
 */
export function useSettledAnswer<Answer>() {
  const answer = useActionData() as Answer | undefined
  return useNavigation().state === 'loading' ? undefined : answer
}
