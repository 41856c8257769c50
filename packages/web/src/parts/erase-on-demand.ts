// What is loaded when somebody is about to take something out for good.
import { erasingTexts } from '../texts/english/erasing.js'

/** What is said here alone. */
export const texts = { erasing: erasingTexts }
export { EraseDialog } from './erase-dialog.js'
