// The parts that the first view does without, in one file.
export { followInbox } from './inbox.js'
export { keepPages } from './kept.js'
export { followChanges } from './live.js'
export { followPrinting } from './printing.js'
export { requestStylesAhead } from './styles-ahead.js'
