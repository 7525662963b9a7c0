import { useActionData, useNavigation } from '@remix-run/react'

/**
 * Returns the action data of the page once its loader data are reloaded: both re-render the form, and input between the two
 * would be lost.
 */
export function useSettledAnswer<Answer>() {
  const answer = useActionData() as Answer | undefined
  return useNavigation().state === 'loading' ? undefined : answer
}
