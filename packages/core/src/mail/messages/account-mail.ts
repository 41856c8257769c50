// Mail about accounts, which preferences about bugs have no say in.
import type { AccountNotice } from '../../call/mail-fact.js'
import type { AccountMail } from './templates.js'
import type { MessageParts, MailJob } from './job.js'

export function accountMail({ row, snapshot, user, templates }: MailJob, details: AccountNotice): MessageParts {
  const { urlbase } = snapshot.catalogue.parameters
  const about = { at: row.creation_time, url: urlbase === '' ? null : urlbase }
  const mail: AccountMail =
    details.what === 'api_key_created' ? { ...about, ...details, login: user?.login ?? '' } : { ...about, ...details }
  return { ...templates.account(mail), type: 'admin', headers: {} }
}
