// Dialogs that erase, loaded on demand.
import { erasingTexts } from '../texts/english/erasing.js'

export const texts = { erasing: erasingTexts }
export { EraseDialog } from './erase-dialog.js'
