// Mail about accounts, which preferences about bugs have no say in.
import type { AccountStory } from '../../call/mail-fact.js'
import type { AccountMail } from './templates.js'
import type { MessageParts, MailJob } from './job.js'

export function accountMail({ row, material, user, templates }: MailJob, story: AccountStory): MessageParts {
  const { urlbase } = material.catalogue.parameters
  const about = { at: row.creation_time, url: urlbase === '' ? null : urlbase }
  const mail: AccountMail =
    story.what === 'api_key_created' ? { ...about, ...story, login: user?.login ?? '' } : { ...about, ...story }
  return { ...templates.account(mail), type: 'admin', headers: {} }
}
