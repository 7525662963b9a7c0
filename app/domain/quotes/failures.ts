/** The message when an application could not be sent, for its form and for the last of its steps. */
export const sendFailure = 'There was an error submitting your quote request. Please try again.'
/** The message when the answers of one step could not be saved. */
export const saveFailure = 'Your answers could not be saved just now. Please try again.'
/** A step whose response is lost may have been saved: sending it again saves the same answers. */
export const savedAllTheSame = 'They may have been saved all the same: you can continue as you are.'
