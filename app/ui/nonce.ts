import { createContext, useContext } from 'react'

/** The nonce of the content security policy of this response; empty in the browser, which hides it from scripts. */
const NonceContext = createContext('')

export const NonceProvider = NonceContext.Provider

export function useNonce() {
  return useContext(NonceContext)
}
