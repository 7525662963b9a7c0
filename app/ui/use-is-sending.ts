import { useFetchers, useNavigation, type Navigation } from '@remix-run/react'

type Sent = {
  /** The page to which the form is posted; its query and fragment do not count. */
  action?: string
  intent?: string
}

/** Whether a form is being sent, or the page after it is loading; with a page or an intent, only such forms count. */
export function useIsSending(sent: Sent = {}) {
  return isSending(useNavigation(), sent)
}

/** Whether any form is being sent, by the page or in the background. */
export function useIsAnySending() {
  return [useNavigation(), ...useFetchers()].some((sent) => isSending(sent, {}))
}

export function isSending(
  { formMethod, formAction, formData }: Pick<Navigation, 'formMethod' | 'formAction' | 'formData'>,
  { action, intent }: Sent,
) {
  return (
    formMethod === 'POST' &&
    (!action || pathOf(formAction) === pathOf(action)) &&
    (!intent || formData?.get('intent') === intent)
  )
}

function pathOf(url = '') {
  return url.split(/[?#]/)[0]
}
