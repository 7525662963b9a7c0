import { useNavigation, type Navigation } from '@remix-run/react'

type Sent = {
  /** The page to which the form is posted; its query and fragment do not count. */
  action?: string
  intent?: string
}

/** Whether a form, of this page and for this intent if they are given, is being sent, or the page that it leads to is still loading. */
export function useIsSending(sent: Sent = {}) {
  return isSending(useNavigation(), sent)
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
