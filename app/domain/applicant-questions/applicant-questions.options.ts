/** The length of a question to an applicant, in characters. */
export const questionLength = { min: 10, max: 2000 }

/** The number of days for which a question's private link works, and the question can be answered. */
export const questionDays = 30
