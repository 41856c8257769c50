// What is to be told by mail, as the outbox keeps it: ids of rows that tell what happened, and what no row tells.
import { z } from 'zod'
import type { Writer } from '../schema/index.js'
import { flagTransition, heldRoles } from './change-event.js'

const id = z.int()

/** What happened to somebody's account. */
export const accountNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('api_key_created'), description: z.string(), prefix: z.string() }),
  z.object({ what: z.literal('second_factor_changed'), is_on: z.boolean() }),
  z.object({ what: z.literal('second_factor_moved') }),
  z.object({ what: z.literal('address_changed'), before: z.string(), after: z.string() }),
  z.object({ what: z.literal('account_locked'), login: z.string(), address: z.string(), minutes: z.int() }),
  z.object({ what: z.literal('password_used'), login: z.string(), address: z.string() }),
  z.object({ what: z.literal('acted_as'), actor: z.string(), reason: z.string(), until: z.string() }),
  z.object({ what: z.literal('password_requested'), code_id: id }),
  z.object({ what: z.literal('invited'), code_id: id, by: id.nullable() }),
  z.object({ what: z.literal('registration_requested'), code_id: id }),
  z.object({ what: z.literal('registered_already') }),
  z.object({ what: z.literal('login_linked'), title: z.string(), is_linked: z.boolean() }),
  z.object({ what: z.literal('confirmation_requested'), code_id: id }),
  z.object({ what: z.literal('address_requested'), code_id: id, login: z.string() }),
  z.object({ what: z.literal('webhook_disabled'), name: z.string(), address: z.string(), reason: z.string() }),
  z.object({ what: z.literal('mail_refused'), reason: z.string(), error: z.string() }),
])
export type AccountNotice = z.output<typeof accountNotice>

/** The reason for an email about a bug: a mention, a role, or a role of a watched user. */
export const mailReason = z.object({
  role: z.enum([...heldRoles, 'creator', 'mentioned']),
  /** The login name of the watched; NULL for a role of one's own. */
  via: z.string().nullable(),
  /** Whether the role was just gained or lost. */
  moved: z.enum(['gained', 'lost']).nullable(),
  /** The comment that mentions the reader. */
  comment_id: id.exactOptional(),
})
export type MailReason = z.output<typeof mailReason>

const reasons = { holds: z.array(mailReason), is_global: z.boolean() }

/** The payloads of messages to one person, by kind. */
export const bugPayload = z.object({
  /** Who did it. */
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
export type BugPayload = z.output<typeof bugPayload>
export type DependencyPayload = z.output<typeof dependencyPayload>
export type FlagPayload = z.output<typeof flagPayload>

/** What an operation has somebody told of an account. Mail about bugs comes from the change feed. */
export interface MailFact {
  /** Whom to tell; an address instead where it is not, or no longer, the person's own. */
  readonly to: { readonly user_id: number } | { readonly address: string }
  readonly details: AccountNotice
}

/** Looks up, in a transaction of its own, what somebody is to be told of. */
export type FindFacts = (tx: Writer, now: Date) => Promise<readonly MailFact[]>

/** What an operation may leave for mail. */
export interface MailNotes {
  /** Whether somebody brings mail on its way. */
  readonly isKept: boolean
  /** Puts the fact into the outbox, in the transaction of the operation. Nothing happens while nobody brings mail on its way. */
  record(fact: MailFact): void
  /**
   * Finds out once the call has been answered whether anybody is to be told, so that neither the answer nor its time tells what was
   * found.
   */
  findOut(find: FindFacts): void
  /** Looks into the outbox after the commit, without a fact. */
  wakeDispatcher(): void
}
