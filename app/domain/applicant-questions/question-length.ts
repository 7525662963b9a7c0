/** The length of a question to an applicant, in characters. */
export const questionLength = { min: 10, max: 2000 }
