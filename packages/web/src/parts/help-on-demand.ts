// Shows the keyboard shortcuts in a dialog on any page.
import { helpTexts } from '../texts/english/help.js'

export const texts = { help: helpTexts }
export { KeysDialog } from './keys-help.js'
