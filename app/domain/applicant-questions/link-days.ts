/** The number of days for which a question's private link works, and the question can be answered. */
export const questionDays = 30
