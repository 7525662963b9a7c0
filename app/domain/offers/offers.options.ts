/** The number of days for which an offer's private link works. */
export const linkDays = 60
