// Email about accounts, which preferences about bugs do not affect.
import { folderUrl } from '../../access/bug-url.js'
import { codeMinutes, confirmationMinutes, invitationDays } from '../../auth/account-codes.js'
import type { AccountNotice } from '../../call/mail-fact.js'
import type { AccountMail } from './account-text.js'
import type { MessageParts, MailJob } from './job.js'

/** Returns undefined if there is no reason for the message any more. */
export async function accountMail(job: MailJob, details: AccountNotice): Promise<MessageParts | undefined> {
  const mail = await templateDataOf(job, details)
  return mail && { ...job.templates.account(mail), type: 'admin', headers: {} }
}

async function templateDataOf(
  { row, snapshot, user, issueCode }: MailJob,
  details: AccountNotice,
): Promise<AccountMail | undefined> {
  const { urlbase } = snapshot.catalogue.parameters
  const about = { at: row.creation_time, url: urlbase === '' ? null : urlbase }
  if (
    details.what === 'api_key_created' ||
    details.what === 'second_factor_changed' ||
    details.what === 'second_factor_moved' ||
    details.what === 'login_linked' ||
    details.what === 'passkey_changed' ||
    details.what === 'passkey_copied'
  )
    return { ...about, ...details, login: user?.login ?? '' }
  if (!('code_id' in details)) return { ...about, ...details }
  const code = await issueCode(details.code_id)
  if (code === undefined) return undefined
  if (details.what === 'confirmation_requested')
    return { ...about, what: details.what, code, minutes: confirmationMinutes }
  // Browsers do not send the part after # to servers or other pages.
  const link = about.url && `${folderUrl(snapshot.catalogue)}${pages[details.what]}#${code}`
  const how = { ...about, code, link }
  if (details.what === 'invited') {
    const by = details.by === null ? undefined : snapshot.user(details.by)
    return { ...how, what: details.what, by: by ? by.real_name || by.login : null, days: invitationDays }
  }
  return { ...how, ...details, minutes: codeMinutes }
}

/** The pages on which codes are used. */
const pages = {
  password_requested: 'reset',
  invited: 'reset',
  registration_requested: 'register',
  address_requested: 'address',
} as const
