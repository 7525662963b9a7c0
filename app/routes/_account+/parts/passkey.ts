import { useHydrated } from '~/ui/use-hydrated'

/** Whether the page is hydrated in a browser that supports passkeys. */
export function usePasskeySupport() {
  return useHydrated() && 'PublicKeyCredential' in window
}

type Asked = { ok: true; credential: string } | { ok: false; message: string }

/**
 * Asks the user for an existing or a new passkey, with a challenge of the server. Loads its script when the
 * button is pressed.
 */
export async function askForPasskey(
  kind: 'existing' | 'new',
  { url, fields = {} }: { url: string; fields?: Record<string, string> },
): Promise<Asked> {
  try {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    const optionsJSON: unknown = await response.json()
    if (!response.ok) return { ok: false, message: (optionsJSON as { error: string }).error }
    const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
    const credential =
      kind === 'new'
        ? await startRegistration({ optionsJSON: optionsJSON as never })
        : await startAuthentication({ optionsJSON: optionsJSON as never })
    return { ok: true, credential: JSON.stringify(credential) }
  } catch (error) {
    return { ok: false, message: messageOf(error, kind) }
  }
}

function messageOf(error: unknown, kind: 'existing' | 'new') {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey of your account already.'
  if (name === 'NotAllowedError')
    return kind === 'new'
      ? 'No passkey was made: it was cancelled, or took too long. You can try again.'
      : 'No passkey was used: it was cancelled, or took too long. You can try again, or log in another way.'
  return 'The passkey did not work. Please try again in a moment.'
}
