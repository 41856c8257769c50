/** Separates the receiver's error from the reason for which a webhook was disabled. */
export const lastError = '; last: '
