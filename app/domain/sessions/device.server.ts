import Bowser from 'bowser'

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

const unknownDevice = 'Unknown device'

/**
 * A device in words, from what it says of itself: 'Chrome on Windows'. Only names that the library lists are taken over: the rest of
 * that text is the caller's own.
 */
export function deviceOf(userAgent: string | null) {
  if (!userAgent) return unknownDevice
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const program = browser.name !== undefined && browsers.has(browser.name) ? browser.name : null
  const system = os.name !== undefined && systems.has(os.name) ? os.name : null
  if (program === null) return system === null ? unknownDevice : `Unknown browser on ${system}`
  return system === null ? program : `${program} on ${system}`
}
