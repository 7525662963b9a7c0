/**
 * Replaces the history entry of the empty form by the first step of the draft after a redirect, for Back. Without JavaScript the
 * browser restores the form itself.
 */
export function leaveDraftForBack({ headers }: Response) {
  const { pathname } = new URL(headers.get('Location') ?? '', window.location.href)
  if (pathname.startsWith('/get-a-quote/'))
    window.history.replaceState(window.history.state, '', `${pathname}?step=personal`)
}
