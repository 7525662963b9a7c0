import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app, some steps of 30 seconds from now; a key may have spaces. */
export function appCode(key: string, steps = 0) {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** The key of the authenticator app that a page sets up. */
export function appKeyIn(html: string) {
  return /<code class="secret-key">([^<]+)</.exec(html)?.[1] ?? ''
}

/** The recovery codes that a page shows. */
export function recoveryCodesIn(html: string) {
  return [...html.matchAll(/<code>((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})</g)].map(([, code]) => code ?? '')
}
