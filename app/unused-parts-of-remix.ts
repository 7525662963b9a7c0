// Replaces Remix's modules for single fetch and lazy route discovery in the browser's scripts: both are off, and would add
// 7 KB. See vite.config.ts.

export const isFogOfWarEnabled = () => false
export const getPatchRoutesOnNavigationFunction = () => undefined
export const useFogOFWarDiscovery = () => {}

export const getPartialManifest = undefined
export const singleFetchUrl = undefined
export const decodeViaTurboStream = undefined
export const getSingleFetchDataStrategy = undefined
export const StreamTransfer = undefined
