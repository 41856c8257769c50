// Decides what becomes of a message to one address: whose it is, and what is done in their name.
import * as z from 'zod'
import { emailOf, loginOf } from '../../auth/login-name.js'
import { mayAct } from '../../auth/may-act.js'
import { callerOf, loadMemberships, type Call, type User } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { ofKey, type InboundItem } from '../../domain/inbound/find.js'
import { placeOf, type Place } from '../../domain/intakes/find.js'
import { lowerAscii } from '../../kernel/ascii-case.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { isGenuine, readToken, type ReplyClaims } from './address.js'
import { isOverLimit, mayHold } from './limits.js'
import type { IncomingMessage } from './message.js'

/** A message to one address of the tracker. */
export interface MailItem {
  readonly message: IncomingMessage
  /** A token, or the name of an intake. */
  readonly part: string
  readonly key_hash: string
  /** The keys that answered messages have if the same sender sent them to the same address. */
  readonly answered_hashes: readonly string[]
  readonly size: number
}

export type MailPlan =
  | { readonly do: 'comment'; readonly userId: number; readonly bugId: number; readonly isPrivate: boolean }
  | { readonly do: 'file'; readonly userId: number; readonly intakeId: number; readonly place: Place }
  /** An email to the user could not be delivered. */
  | { readonly do: 'bounce'; readonly userId: number }
  | { readonly do: 'hold'; readonly intakeId: number }
  | {
      readonly do: 'end'
      readonly outcome: 'nothing' | 'refused'
      readonly reason: string
      /** The owner of the account, who is notified. */
      readonly userId?: number
    }
  /** It came before. */
  | { readonly do: 'repeat'; readonly outcome: string; readonly bugs: readonly number[] }

/** No public operation: it is run in the transaction that does what it says. */
export const planMail = defineRead({
  name: 'inbound.plan',
  summary: 'Decide what becomes of a message',
  description: 'Decides what becomes of a message to one address of the tracker.',
  access: 'required',
  input: z.custom<MailItem>(),
  output: z.custom<MailPlan>(),
  async run(tx, item, call): Promise<MailPlan> {
    const [before] = await tx.select({ from: 'inbound', where: ofKey('mail', item.key_hash) })
    if (before && isFinal(before)) return { do: 'repeat', outcome: before.outcome, bugs: before.bug_ids as number[] }
    const { message, part } = item
    const claims = readToken(part)
    if (claims?.kind === 'bounce') return planBounce(tx, call, message, claims)
    if (message.isAutomatic) return { do: 'end', outcome: 'nothing', reason: 'automatic' }
    if (message.sender === undefined) return refused('sender_invalid')
    const plan = claims ? await planReply(tx, call, item, claims) : await planReport(tx, call, item)
    const { sender } = message
    if (plan.do !== 'comment' && plan.do !== 'file' && plan.do !== 'hold') return plan
    if (message.isEncrypted) return refused('encrypted', plan.do === 'hold' ? undefined : plan.userId)
    const bug = plan.do === 'comment' ? plan.bugId : undefined
    if (await isOverLimit(tx, call.now, sender, bug)) return { do: 'end', outcome: 'nothing', reason: 'too_many' }
    return isEmpty(message, plan.do) ? { do: 'end', outcome: 'nothing', reason: 'empty' } : plan
  },
})

/** Anyone can write an automatic message with the ID and the sender of another one. */
function isFinal({ outcome, reason }: InboundItem): boolean {
  return ['done', 'held'].includes(outcome) || (outcome === 'nothing' && reason !== 'automatic')
}

function refused(reason: string, userId?: number): MailPlan {
  return { do: 'end', outcome: 'refused', reason, ...(userId !== undefined && { userId }) }
}

/** A new bug needs no text. */
function isEmpty(message: IncomingMessage, action: 'comment' | 'file' | 'hold'): boolean {
  const isComment = action === 'comment'
  const { text, commands } = isComment ? message : message.report
  return text === '' && !commands && message.files.length === 0 && (isComment || message.subject === '(no subject)')
}

async function planReply(tx: Reader, call: Call, { message }: MailItem, claims: ReplyClaims): Promise<MailPlan> {
  const [owner] = await tx.select({ from: 'users', where: { col: 'id', eq: claims.userId } })
  const isOwn = owner !== undefined && isAddressOf(call, owner, message.sender)
  // The token proves nothing, so that the sender must be verified.
  if (!owner || !isGenuine(call.catalogue, owner, claims, call.now))
    return refused('address_invalid', isOwn && message.isVerified ? owner.id : undefined)
  const user = isOwn ? owner : message.isVerified ? await findSender(tx, call, message) : undefined
  // Notices of mail servers in custom formats answer no message, and are not reported.
  if (!user) return refused('other_sender', message.isAnswer ? owner.id : undefined)
  return planComment(tx, call, message, { user, bugId: claims.bugId, isPrivate: claims.kind === 'private_reply' })
}

/** Only the receiver of the email knows the address, which is the sender of its envelope. */
async function planBounce(
  tx: Reader,
  call: Call,
  { isHardBounce, isAutomatic }: IncomingMessage,
  claims: ReplyClaims,
): Promise<MailPlan> {
  if (isAutomatic && !isHardBounce) return { do: 'end', outcome: 'nothing', reason: 'automatic' }
  const [owner] = await tx.select({ from: 'users', where: { col: 'id', eq: claims.userId } })
  if (!isHardBounce || !owner || !isGenuine(call.catalogue, owner, claims, call.now)) return refused('address_invalid')
  return { do: 'bounce', userId: owner.id }
}

async function planReport(tx: Reader, call: Call, item: MailItem): Promise<MailPlan> {
  const { message, part, size } = item
  const where = { and: [{ col: 'name', eq: part } as const, { col: 'is_active', eq: true } as const] }
  const [intake] = await tx.select({ from: 'intakes', where })
  if (!intake) return refused('address_invalid')
  const user = await findSender(tx, call, message)
  if (!user) {
    if (intake.accepts !== 'anybody' || !message.isVerified) return refused('stranger')
    // They would run once the report is accepted, unseen in its preview.
    if (message.report.commands) return refused('not_verified')
    const isFree = await mayHold(tx, message.sender ?? '', size)
    return isFree ? { do: 'hold', intakeId: intake.id } : refused('limit')
  }
  if (!message.isVerified) return refused('not_verified')
  const bugId = message.bugId ?? (await findOwnBug(tx, item))
  if (bugId !== undefined) return planComment(tx, call, message, { user, bugId, isPrivate: false })
  if (!(await mayAct(tx, call, user.id))) return refused('no_right', user.id)
  return { do: 'file', userId: user.id, intakeId: intake.id, place: placeOf(call, intake) }
}

/** The bug that an answered message filed, or on which it commented, if the subject is that of the bug. */
async function findOwnBug(tx: Reader, { answered_hashes: hashes, message }: MailItem): Promise<number | undefined> {
  const done = [{ col: 'way', eq: 'mail' } as const, { col: 'outcome', eq: 'done' } as const]
  const where = { and: [...done, { col: 'key_hash', in: hashes } as const] }
  const rows = await tx.select({ from: 'inbound', where, columns: ['key_hash', 'bug_ids'] })
  const bugs = new Map(rows.map(({ key_hash, bug_ids }) => [key_hash, bug_ids as number[]]))
  const ids = hashes.flatMap((hash) => bugs.get(hash) ?? [])
  const summaries = await firstSummaries(tx, ids)
  return ids.find((id) => fold(summaries.get(id) ?? '') === fold(message.subject))
}

/** As the bugs were filed: the log keeps no subjects, and people write better summaries. */
async function firstSummaries(tx: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: ids }, columns: ['id', 'summary'] })
  const where = { and: [{ col: 'bug_id', in: ids } as const, { col: 'field', eq: 'summary' } as const] }
  const order = [{ col: 'id', desc: true } as const]
  const changes = await tx.select({ from: 'bug_history', where, order, columns: ['bug_id', 'removed'] })
  return new Map([
    ...bugs.map(({ id, summary }) => [id, summary] as const),
    ...changes.map(({ bug_id, removed }) => [bug_id, removed] as const),
  ])
}

/** A bug that the user may not see is an error of the operation that writes the comment. */
async function planComment(
  tx: Reader,
  call: Call,
  message: IncomingMessage,
  { user, bugId, isPrivate }: { readonly user: User; readonly bugId: number; readonly isPrivate: boolean },
): Promise<MailPlan> {
  const { catalogue } = call
  if (message.commands && !message.isVerified) return refused('not_verified', user.id)
  if (!(await mayAct(tx, call, user.id))) return refused('no_right', user.id)
  if (isPrivate && !callerOf(catalogue, user, await loadMemberships(tx, user.id)).isInsider)
    return refused('no_right', user.id)
  return { do: 'comment', userId: user.id, bugId, isPrivate }
}

/** The user with the address. */
export async function findSender(
  tx: Reader,
  call: Call,
  { sender = '' }: Pick<IncomingMessage, 'sender'>,
): Promise<User | undefined> {
  const login = loginOf(call.catalogue, sender)
  const [user] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(login) } })
  return user && isAddressOf(call, user, sender) ? user : undefined
}

function isAddressOf({ catalogue }: Call, { login }: User, sender: string | undefined): boolean {
  return sender !== undefined && lowerAscii(emailOf(catalogue, login)) === sender
}
