import type { BackgroundContext } from '../../call/background-context.js'
import type { Mailer } from '../transport/mailer.js'
import type { MailTemplates } from './templates.js'

export interface MailContext extends BackgroundContext {
  readonly mailer: Mailer
  readonly templates: MailTemplates
}
