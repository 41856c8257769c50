// What an operation did, as the change feed keeps it: ids of rows that tell it, and what no row tells. Never text that people wrote.
import { z } from 'zod'
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
export const flagStory = z.object({
  type_id: id,
  attachment_id: id.nullable(),
  before: flagSide,
  after: flagSide,
})
export type FlagStory = z.output<typeof flagStory>

/** What one operation did to one bug. */
export const bugStory = z.object({
  is_new: z.boolean().default(false),
  /** Whether it was opened or closed. */
  open_changed: z.boolean().default(false),
  /** Whether everybody could see it before, and not since. */
  is_restricted: z.boolean().default(false),
  /** Whether it went with a change of the set-up, together with many others: nobody gets mail about it. */
  is_bulk: z.boolean().default(false),
  /** Whether it happened elsewhere, and came with an import: webhooks are not told of it. */
  is_import: z.boolean().default(false),
  /** Rows of bug_history. */
  history: ids,
  /** Rows of comments. */
  comments: ids,
  /** Attachments that were added. */
  attachments: ids,
  /** What was there before, and says something else now. */
  rewritten: z.object({ comments: ids, attachments: ids }).prefault({}),
  /** Who has a role since, and who had it before. */
  gained: people,
  lost: people,
  flags: z.array(flagStory).default([]),
  /** The trace that the operation belongs to, as `traceparent`: requests of webhooks carry it on. */
  trace: z.string().exactOptional(),
})
export type BugChangeEvent = z.output<typeof bugStory>

const readBefore = new WeakMap<object, BugChangeEvent>()

/** What is stored, as a story. Many read the same, and it is looked through once. */
export function bugStoryOf(payload: Json): BugChangeEvent {
  const key = payload as object
  const story = readBefore.get(key) ?? bugStory.parse(payload)
  readBefore.set(key, story)
  return story
}
export type BugDetails = Omit<BugChangeEvent, 'is_restricted' | 'trace'>

/** What was changed of the set-up. */
export const administrationStory = z.object({
  class: z.string(),
  object_id: id,
  /** Rows of audit_log. */
  audit: z.array(id),
})
export type AdministrationStory = z.output<typeof administrationStory>

interface Told {
  readonly at: Date
  /** Who did it; NULL for the embedding program. */
  readonly user_id: number | null
}

/** What an operation tells of a bug that it made, changed or deleted, or of an object that it made, changed or removed. */
export type ChangeEvent = Told &
  (
    | {
        readonly kind: 'bug'
        readonly bug_id: number
        /** Whether everybody could see the bug before, and can since. */
        readonly was_public: boolean
        readonly is_public: boolean
        readonly details: BugDetails
        readonly trace?: string | undefined
      }
    | { readonly kind: 'bug_deleted'; readonly bug_id: number; readonly was_public: boolean }
    | { readonly kind: 'administration'; readonly details: AdministrationStory }
  )

/** What is stored of a story: nothing of what is blank. */
export function payloadOf(story: ChangeEvent): Json {
  if (story.kind === 'bug_deleted') return {}
  if (story.kind === 'administration') return story.details
  const { gained, lost, rewritten, ...rest } = story.details
  const is_restricted = story.was_public && !story.is_public
  const nested = { rewritten: withoutBlanks(rewritten), gained: withoutBlanks(gained), lost: withoutBlanks(lost) }
  const { trace } = story
  return withoutBlanks({ ...rest, is_restricted, ...nested, ...(trace !== undefined && { trace }) })
}

function withoutBlanks(all: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isBlank(value)))
}

function isBlank(value: Json): boolean {
  return value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
