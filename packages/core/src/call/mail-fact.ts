// Payloads of the mail outbox: IDs of rows that record a change, and data that is in no row.
import * as z from 'zod'
import type { Writer } from '../schema/index.js'
import { flagTransition, heldRoles } from './change-event.js'

const id = z.int()

/** An event of an account. */
export const accountNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('api_key_created'), description: z.string(), prefix: z.string() }),
  z.object({ what: z.literal('second_factor_changed'), is_on: z.boolean() }),
  z.object({ what: z.literal('second_factor_moved'), from_passkeys: z.boolean().default(false) }),
  z.object({ what: z.literal('address_changed'), before: z.string(), after: z.string() }),
  z.object({ what: z.literal('account_locked'), login: z.string(), address: z.string(), minutes: z.int() }),
  z.object({ what: z.literal('password_used'), login: z.string(), address: z.string() }),
  z.object({ what: z.literal('acted_as'), actor: z.string(), reason: z.string(), until: z.string() }),
  z.object({ what: z.literal('password_requested'), code_id: id }),
  z.object({ what: z.literal('invited'), code_id: id, by: id.nullable() }),
  z.object({ what: z.literal('registration_requested'), code_id: id }),
  z.object({ what: z.literal('registered_already') }),
  z.object({ what: z.literal('login_linked'), title: z.string(), is_linked: z.boolean() }),
  z.object({
    what: z.literal('passkey_changed'),
    name: z.string(),
    is_added: z.boolean(),
    changes_factor: z.boolean(),
  }),
  z.object({ what: z.literal('passkey_copied'), name: z.string() }),
  z.object({ what: z.literal('confirmation_requested'), code_id: id }),
  z.object({ what: z.literal('address_requested'), code_id: id, login: z.string() }),
  z.object({ what: z.literal('webhook_disabled'), name: z.string(), address: z.string(), reason: z.string() }),
  z.object({ what: z.literal('schedule_disabled'), name: z.string(), reason: z.string() }),
  z.object({ what: z.literal('mail_refused'), reason: z.string(), error: z.string() }),
])
export type AccountNotice = z.output<typeof accountNotice>

/** The reason for an email about a bug: a mention, a role, a role of a watched user, or a followed place. */
export const mailReason = z.object({
  role: z.enum([...heldRoles, 'creator', 'mentioned', 'follower']),
  /** Login of the watched user; NULL for a role of the recipient. */
  via: z.string().nullable(),
  /** Set if the role was just gained or lost. */
  moved: z.enum(['gained', 'lost']).nullable(),
  /** The comment that mentions the reader. */
  comment_id: id.exactOptional(),
  /** The place of the bug that the reader follows by email. */
  place: z.object({ kind: z.enum(['product', 'component']), id }).exactOptional(),
})
export type MailReason = z.output<typeof mailReason>

const reasons = { holds: z.array(mailReason), is_global: z.boolean() }

/** The payloads of messages to one person, by kind. */
export const bugPayload = z.object({
  /** The user who made the change. */
  by: id,
  is_new: z.boolean(),
  /** Rows of bug_history. */
  history: z.array(id),
  /** Rows of comments. */
  comments: z.array(id),
  ...reasons,
})
export const dependencyPayload = z.object({
  by: id,
  /** The bug that was opened or closed, and the rows of its history. */
  blocker: id,
  history: z.array(id),
  ...reasons,
})
export const flagPayload = z.object({
  by: id,
  flag: flagTransition,
  comments: z.array(id),
  /** The reader is asked, has asked, or is on the list of the flag's type. */
  why: z.enum(['requested', 'answered', 'listed']),
})
/** Times are in ISO format. */
export const schedulePayload = z.object({
  schedule_id: id,
  /** The time of the last run; null before the first. */
  since: z.string().nullable(),
  /** The time of this run: later changes belong to the next one. Null if the owner asked for it. */
  until: z.string().nullable().default(null),
  /** The owner asked for it. */
  is_trial: z.boolean(),
})
export type SchedulePayload = z.output<typeof schedulePayload>
export type BugPayload = z.output<typeof bugPayload>
export type DependencyPayload = z.output<typeof dependencyPayload>
export type FlagPayload = z.output<typeof flagPayload>

/** A notification about an account, recorded by an operation. Mail about bugs comes from the change feed. */
export interface MailFact {
  /** The recipient: a user, or an address that does not (or no longer) belong to the user. */
  readonly to: { readonly user_id: number } | { readonly address: string }
  readonly details: AccountNotice
}

/** Looks up, in a separate transaction, which notifications to send. */
export type FindFacts = (tx: Writer, now: Date) => Promise<readonly MailFact[]>

/** Records notifications of an operation. */
export interface MailNotes {
  /** True if a process delivers mail. */
  readonly isKept: boolean
  /** Adds the fact to the outbox, in the transaction of the operation. Does nothing while no process delivers mail. */
  record(fact: MailFact): void
  /** Runs `find` after the call has returned, so neither the response nor its time reveals the result. */
  findOut(find: FindFacts): void
  /** Looks into the outbox after the commit, without a fact. */
  wakeDispatcher(): void
}
