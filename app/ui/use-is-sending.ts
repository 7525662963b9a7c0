import { useFetchers, useLocation, useNavigation, type Fetcher, type Navigation } from '@remix-run/react'

type Sent = {
  /** The page to which the form is posted; its query and fragment do not count. */
  action?: string
  intent?: string
}

/**
 * Whether a form is being sent, or the page after it is loading; with a page or an intent, only such forms count. A form whose result
 * is shown on its own page, as errors are, is no longer being sent while the data of the page load again.
 */
export function useIsSending(sent: Sent = {}) {
  return isSending(useNavigation(), useLocation(), sent)
}

/** The fields of the form that is being sent. */
export function useSentFields() {
  const navigation = useNavigation()
  return isSending(navigation, useLocation()) ? navigation.formData : undefined
}

/** Whether any form is being sent, by the page or in the background. */
export function useIsAnySending() {
  const isPageSending = useIsSending()
  return useFetchers().some(isFetcherSending) || isPageSending
}

type Submission = Pick<Navigation, 'state' | 'location' | 'formMethod' | 'formAction' | 'formData'>

export function isSending(
  { state, location, formMethod, formAction, formData }: Submission,
  current: { pathname: string },
  { action, intent }: Sent = {},
) {
  const isAnswered =
    state === 'loading' && location?.pathname === current.pathname && !isOfRedirect(location.state)
  return (
    formMethod === 'POST' &&
    !isAnswered &&
    (!action || pathOf(formAction) === pathOf(action)) &&
    (!intent || formData?.get('intent') === intent)
  )
}

/** The router marks the location of a redirect, which may be that of the form. */
export function isOfRedirect(state: unknown) {
  return (state as { _isRedirect?: boolean } | null)?._isRedirect === true
}

/** A fetcher has no data while the page of its redirect loads. */
function isFetcherSending({ state, formMethod, data }: Fetcher) {
  return formMethod === 'POST' && (state === 'submitting' || data === undefined)
}

function pathOf(url = '') {
  return url.split(/[?#]/)[0]
}
