import Bowser from 'bowser'

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const systems = new Set<string>(Object.values(Bowser.OS_MAP))

const unknownDevice = 'Unknown device'

/** Describes a device by its user agent: 'Chrome on Windows'. */
export function deviceOf(userAgent: string | null) {
  const { program, system } = partsOf(userAgent)
  if (program === null) return system === null ? unknownDevice : `Unknown browser on ${system}`
  return system === null ? program : `${program} on ${system}`
}

/**
 * Parses the browser and the operating system from a user agent; null for unknown ones. Only names that the library lists are returned: the
 * rest of the text is under the caller's control.
 */
export function partsOf(userAgent: string | null) {
  if (!userAgent) return { program: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return {
    program: browser.name !== undefined && browsers.has(browser.name) ? browser.name : null,
    system: os.name !== undefined && systems.has(os.name) ? os.name : null,
  }
}
