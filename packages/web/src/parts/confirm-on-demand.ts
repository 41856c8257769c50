// The dialog that confirms a session, loaded on demand.
import { confirmingTexts } from '../texts/english/confirming.js'

export const texts = { confirming: confirmingTexts }
export { ConfirmDialog } from './confirm-dialog.js'
