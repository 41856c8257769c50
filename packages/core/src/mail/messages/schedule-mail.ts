// Mail of digests and scheduled searches.
import type { User } from '../../call/context.js'
import type { SchedulePayload } from '../../call/mail-fact.js'
import { getsMail } from '../recipients/recipients.js'
import type { MailJob, MessageParts } from './job.js'

export async function scheduleMail(
  job: MailJob,
  user: User,
  payload: SchedulePayload,
): Promise<MessageParts | undefined> {
  if (!getsMail(user)) return undefined
  const mail = await job.findScheduled(user, payload)
  if (!mail) return undefined
  const subscription = { kind: 'schedule', id: payload.schedule_id } as const
  return { ...job.templates.schedule(mail), type: mail.kind, headers: {}, subscription }
}
