/** Whether a host name (as in a URL) or an IP is this machine's own. */
export function isLoopback(host: string) {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
