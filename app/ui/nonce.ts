import { createContext, useContext } from 'react'

/** The nonce of this answer's content security policy; empty in the browser, which hides it from scripts. */
const NonceContext = createContext('')

export const NonceProvider = NonceContext.Provider

export function useNonce() {
  return useContext(NonceContext)
}
