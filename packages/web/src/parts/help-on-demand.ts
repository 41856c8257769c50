// The keys, told in a dialog on whatever page somebody is.
import { helpTexts } from '../texts/english/help.js'

export const texts = { help: helpTexts }
export { KeysDialog } from './keys-help.js'
