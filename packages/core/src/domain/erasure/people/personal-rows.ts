// Deletes the personal rows of a person. Their changes of bugs stay.
import { forgetAttempts } from '../../../auth/login-attempts.js'
import { accountNotice } from '../../../call/mail-fact.js'
import { lowerAscii } from '../../../kernel/ascii-case.js'
import type { EntityName, Where, Writer } from '../../../schema/index.js'
import { fold, type Json } from '../../../store/index.js'
import { findVotedFor, updateVotes } from '../../comments/votes.js'
import { followersOf } from '../../follows/where.js'
import { withoutAddresses, type Forgotten } from './addresses.js'

/** Rows that have a `user_id`. */
const ofUser = [
  ...([
    'tokens',
    'api_keys',
    'account_codes',
    'second_factors',
    'recovery_codes',
    'external_accounts',
    'passkeys',
    'login_flows',
    'user_settings',
    'saved_searches',
    'schedules',
    'user_groups',
  ] as const),
  ...(['bug_marks', 'follows', 'component_cc', 'mail_outbox', 'comment_mentions', 'comment_reactions'] as const),
] as const satisfies readonly EntityName[]

/** Removes it, ends sessions, and leaves nothing to log in with or to be written to at. */
export async function removePersonal(tx: Writer, userId: number, forgotten: Forgotten): Promise<void> {
  const own = { col: 'user_id', eq: userId } as const
  await forgetInMail(tx, userId, forgotten)
  await forgetInbound(tx, userId, forgotten)
  await forgetInForms(tx, forgotten)
  const votedFor = await findVotedFor(tx, userId)
  // All of these have such a column.
  for (const entity of ofUser) await tx.delete(entity, own as unknown as Where<EntityName>)
  await updateVotes(tx, votedFor)
  await tx.delete('tokens', { col: 'actor_id', eq: userId })
  await tx.delete('follows', followersOf('user', [userId]))
  await tx.delete('bug_tags', { some: 'tag', where: own })
  await tx.delete('personal_tags', own)
  await tx.delete('webhook_deliveries', { some: 'webhook', where: own })
  await tx.delete('webhooks', own)
  await tx.delete('code_hooks', own)
  // Reports that they would have filed are held.
  await tx.update('intakes', { col: 'account_id', eq: userId }, { account_id: null, holds: true })
  await tx.delete('idempotency', { col: 'caller', eq: userId })
  for (const address of forgotten.addresses) await forgetAttempts(tx, fold(address))
}

/** Deletes email to the addresses and about the account, and replaces them in email to others, such as watchers. */
async function forgetInMail(tx: Writer, userId: number, forgotten: Forgotten): Promise<void> {
  await tx.delete('mail_outbox', { col: 'address', in: [...forgotten.addresses] })
  const watchers = await tx.select({ from: 'follows', where: followersOf('user', [userId]), columns: ['user_id'] })
  const others = [
    { col: 'user_id', in: watchers.map(({ user_id }) => user_id) },
    { col: 'kind', eq: 'account' },
  ] as const
  for (const row of await tx.select({ from: 'mail_outbox', where: { or: others } })) {
    const payload = withoutAddresses(row.payload, forgotten)
    if (payload === row.payload) continue
    // That it was locked, or that another address was asked for: with addresses that lead to the person too.
    if (isAbout(row.payload, forgotten)) await tx.delete('mail_outbox', { col: 'id', eq: row.id })
    else await tx.update('mail_outbox', { col: 'id', eq: row.id }, { payload })
  }
}

/** The outcome of what came in from them stays, without sender, subject and content. Held items are refused. */
async function forgetInbound(tx: Writer, userId: number, { addresses }: Forgotten): Promise<void> {
  const theirs: Where<'inbound'> = {
    or: [
      { col: 'user_id', eq: userId },
      { col: 'sender', in: addresses.map(lowerAscii) },
    ],
  }
  const rows = await tx.select({ from: 'inbound', where: theirs, columns: ['id', 'outcome'] })
  const ids = rows.map(({ id }) => id)
  const held = rows.filter(({ outcome }) => outcome === 'held').map(({ id }) => id)
  await tx.delete('inbound_content', { col: 'inbound_id', in: ids })
  await tx.update('inbound', { col: 'id', in: ids }, { sender: '', subject: '', user_id: null })
  // It cannot be accepted without its content.
  await tx.update('inbound', { col: 'id', in: held }, { outcome: 'refused', reason: 'refused_by_person' })
}

async function forgetInForms(tx: Writer, forgotten: Forgotten): Promise<void> {
  for (const row of await tx.select({ from: 'forms', columns: ['id', 'body'] })) {
    const body = withoutAddresses(row.body, forgotten)
    if (body !== row.body) await tx.update('forms', { col: 'id', eq: row.id }, { body })
  }
}

function isAbout(payload: Json, { addresses }: Forgotten): boolean {
  const { data: notice } = accountNotice.safeParse(payload)
  return notice !== undefined && 'login' in notice && addresses.some((address) => fold(address) === fold(notice.login))
}
