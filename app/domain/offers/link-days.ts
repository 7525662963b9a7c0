/** Days for which the private link of an offer works. */
export const linkDays = 60
