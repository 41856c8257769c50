/** What precedes the error of a receiver in the reason for which its webhook was disabled. */
export const lastError = '; last: '
