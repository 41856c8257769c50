// The dialog for logging in again after a session has ended, loaded on demand.
import { loginTexts } from '../texts/english/login.js'

export const texts = { login: loginTexts }
export { LoginDialog } from './login-dialog.js'
