import { useNavigation, type Navigation } from '@remix-run/react'

type Sent = {
  /** The path to which the form is posted. */
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
    (!action || formAction?.split(/[?#]/)[0] === action) &&
    (!intent || formData?.get('intent') === intent)
  )
}
