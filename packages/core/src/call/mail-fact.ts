// What is to be told of, as the outbox keeps it: ids of rows that tell what happened, and what no row tells.
import { z } from 'zod'

const id = z.int()

/** The roles in a bug that one gets and loses. */
export const heldRoles = ['assigned_to', 'qa_contact', 'cc'] as const
export type HeldRole = (typeof heldRoles)[number]

const people = z.object({ assigned_to: z.array(id), qa_contact: z.array(id), cc: z.array(id) })

const flagSide = z.object({ status: z.string(), setter_id: id, requestee_id: id.nullable() }).nullable()

/** One flag before and after a change; NULL where there was none. */
export const flagChangeFact = z.object({
  type_id: id,
  attachment_id: id.nullable(),
  before: flagSide,
  after: flagSide,
})
export type FlagChangeFact = z.output<typeof flagChangeFact>

/** What one operation did to one bug. */
export const bugChangeFact = z.object({
  /** Who did it. */
  by: id,
  is_new: z.boolean(),
  /** Whether it was opened or closed. */
  is_turned: z.boolean(),
  /** Rows of bug_history. */
  history: z.array(id),
  /** Rows of comments. */
  comments: z.array(id),
  /** Who has a role since, and who had it before. */
  came: people,
  gone: people,
  flags: z.array(flagChangeFact),
})
export type BugChangeFact = z.output<typeof bugChangeFact>

/** What happened to somebody's account. */
export const accountNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('api_key_created'), description: z.string(), prefix: z.string() }),
  z.object({ what: z.literal('address_changed'), before: z.string(), after: z.string() }),
  z.object({ what: z.literal('account_locked'), login: z.string(), address: z.string(), minutes: z.int() }),
])
export type AccountNotice = z.output<typeof accountNotice>

/** Why somebody gets mail about a bug: a role of their own, or of somebody they watch. */
export const mailReason = z.object({
  role: z.enum([...heldRoles, 'creator']),
  /** The login name of the watched; NULL for a role of one's own. */
  via: z.string().nullable(),
  /** Whether the role was just got or lost. */
  moved: z.enum(['came', 'gone']).nullable(),
})
export type MailReason = z.output<typeof mailReason>

const writtenChange = bugChangeFact.pick({ by: true, is_new: true, history: true, comments: true })
const reasons = { holds: z.array(mailReason), is_global: z.boolean() }

/** The payloads of messages to one person, by kind. */
export const bugPayload = writtenChange.extend(reasons)
export const dependencyPayload = z.object({
  by: id,
  /** The bug that was opened or closed, and the rows of its history. */
  blocker: id,
  history: z.array(id),
  ...reasons,
})
export const flagPayload = z.object({
  by: id,
  flag: flagChangeFact,
  comments: z.array(id),
  /** The reader is asked, has asked, or is on the list of the flag's type. */
  why: z.enum(['requested', 'answered', 'listed']),
})
export type BugPayload = z.output<typeof bugPayload>
export type DependencyPayload = z.output<typeof dependencyPayload>
export type FlagPayload = z.output<typeof flagPayload>

/** What an operation hands in. Whom a change of a bug concerns is found out after the commit. */
export type MailFact =
  | { readonly kind: 'change'; readonly bug_id: number; readonly details: BugChangeFact }
  | {
      readonly kind: 'account'
      /** Whom to tell; an address instead where it is not, or no longer, the person's own. */
      readonly to: { readonly user_id: number } | { readonly address: string }
      readonly details: AccountNotice
    }

/** What an operation may leave for mail. */
export interface MailNotes {
  /** Puts the fact into the outbox, in the transaction of the operation. Nothing happens while nobody brings mail on its way. */
  record(fact: MailFact): void
  /** Looks into the outbox after the commit, without a fact. */
  wakeDispatcher(): void
}
