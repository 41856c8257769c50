// The effects of one operation as the change feed stores them: IDs of rows and facts that no row holds, never text of users.
import * as z from 'zod'
import type { Json } from '../store/index.js'

const id = z.int()
/** Empty lists are not stored. */
const ids = z.array(id).default([])

/** The roles in a bug that one gains and loses. */
export const heldRoles = ['assigned_to', 'qa_contact', 'cc'] as const
export type HeldRole = (typeof heldRoles)[number]

const people = z.object({ assigned_to: ids, qa_contact: ids, cc: ids }).prefault({})

const flagSide = z.object({ status: z.string(), setter_id: id, requestee_id: id.nullable() }).nullable()

/** One flag before and after a change; NULL where there was none. */
export const flagTransition = z.object({
  type_id: id,
  attachment_id: id.nullable(),
  before: flagSide,
  after: flagSide,
})
export type FlagTransition = z.output<typeof flagTransition>

/** The effects of one operation on one bug. */
export const bugChangeEvent = z.object({
  is_new: z.boolean().default(false),
  /** It was opened or closed. */
  open_changed: z.boolean().default(false),
  /** Everyone could see it before, but not after. */
  is_restricted: z.boolean().default(false),
  /** No email is sent: part of a configuration change of many bugs, or an update that requested it. */
  is_bulk: z.boolean().default(false),
  /** Imported: webhooks are not notified. */
  is_import: z.boolean().default(false),
  /** Rows of bug_history. */
  history: ids,
  /** Rows of comments. */
  comments: ids,
  /** Attachments that were added. */
  attachments: ids,
  /** Links to code that were added or changed. */
  code_links: ids,
  /** A link visible to all users was removed. */
  is_unlinked: z.boolean().default(false),
  /** Existing comments and attachments whose content changed. */
  rewritten: z.object({ comments: ids, attachments: ids }).prefault({}),
  /** Users whom edits of the rewritten comments mention for the first time. */
  mentioned: ids,
  /** Users who gained or lost a role. */
  gained: people,
  lost: people,
  /** The place of the bug before it moved. */
  moved_from: z.object({ product_id: id, component_id: id }).exactOptional(),
  flags: z.array(flagTransition).default([]),
  /** The `traceparent` of the operation; webhook requests continue it. */
  trace: z.string().exactOptional(),
})
export type BugChangeEvent = z.output<typeof bugChangeEvent>

const readBefore = new WeakMap<object, BugChangeEvent>()

/** Parses a stored payload, once for all readers. @throws ZodError */
export function bugChangeEventOf(payload: Json): BugChangeEvent {
  return readableBugChangeEventOf(payload) ?? bugChangeEvent.parse(payload)
}

/** The same; undefined for a payload that cannot be read. */
export function readableBugChangeEventOf(payload: Json): BugChangeEvent | undefined {
  const key = payload as object
  const earlier = readBefore.get(key)
  if (earlier) return earlier
  const { data } = bugChangeEvent.safeParse(payload)
  if (data) readBefore.set(key, data)
  return data
}

export type BugDetails = Omit<BugChangeEvent, 'is_restricted' | 'trace'>

/** A change of the configuration. */
export const administrationChangeEvent = z.object({
  class: z.string(),
  object_id: id,
  /** Rows of audit_log. */
  audit: z.array(id),
})
export type AdministrationChangeEvent = z.output<typeof administrationChangeEvent>

interface EventOrigin {
  readonly at: Date
  /** NULL for the embedding program. */
  readonly user_id: number | null
}

/** A created, changed or deleted bug or configuration object. */
export type ChangeEvent = EventOrigin &
  (
    | {
        readonly kind: 'bug'
        readonly bug_id: number
        /** True if everyone could see the bug before and after. */
        readonly was_public: boolean
        readonly is_public: boolean
        readonly details: BugDetails
        readonly trace?: string | undefined
      }
    | { readonly kind: 'bug_deleted'; readonly bug_id: number; readonly was_public: boolean }
    | { readonly kind: 'administration'; readonly details: AdministrationChangeEvent }
  )

/** The stored payload, without empty values. */
export function payloadOf(event: ChangeEvent): Json {
  if (event.kind === 'bug_deleted') return {}
  if (event.kind === 'administration') return event.details
  const { gained, lost, rewritten, ...rest } = event.details
  const is_restricted = event.was_public && !event.is_public
  const nested = { rewritten: withoutBlanks(rewritten), gained: withoutBlanks(gained), lost: withoutBlanks(lost) }
  const { trace } = event
  return withoutBlanks({ ...rest, is_restricted, ...nested, ...(trace !== undefined && { trace }) })
}

function withoutBlanks(all: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isBlank(value)))
}

function isBlank(value: Json): boolean {
  return value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
