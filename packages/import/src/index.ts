// Readers of other trackers.
export { createAsker, type Asker, type AskOptions, type Patience, type Query } from './bugzilla/ask.js'
export { AskError, type AskErrorDetails, type AskErrorKind } from './bugzilla/ask-error.js'
