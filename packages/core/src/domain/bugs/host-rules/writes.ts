// The views of writes that rules of the embedding program get.
import type { RuleEvent } from '../../../call/host-rules.js'
import type { Call } from '../../../call/context.js'
import type { CommentDraft } from '../../comments/append.js'
import type { RuleBug, ShownDraft } from './states.js'

/** The caller. Null: the embedding program. */
export function viewCaller({ who, catalogue }: Call): object | null {
  const { user, groupIds } = who
  if (!user) return null
  const groups = [...catalogue.groups].flatMap(({ id, name }) => (groupIds.has(id) ? [name] : []))
  return Object.freeze({ id: user.id, login: user.login, groups: Object.freeze(groups) })
}

export function viewBugWrite(
  event: RuleEvent,
  caller: object | null,
  { draft, before, after, changed }: ShownDraft,
): object {
  // Comments that rules have set follow that of the caller.
  const said = draft.comments.find(isWritten)
  const comment = said ? { text: said.text, is_private: said.is_private ?? false } : null
  return { event, before, after, changed, comment, caller }
}

/** A copy for one rule, whose changes other rules do not see. */
export function copyWrite(write: object): object {
  return copyRecord(write)
}

function copyRecord(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, copyValue(value)]))
}

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue)
  if (value instanceof Set) return new Set(value)
  if (value instanceof Date) return new Date(value)
  return isRecord(value) ? copyRecord(value) : value
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** A sentence that the tracker makes, without a text of the caller, is no comment to rules. */
export function isWritten({ text }: Pick<CommentDraft, 'text'>): boolean {
  return text !== ''
}

export interface ShownComment {
  /** 0 until it is stored. */
  readonly id: number
  readonly text: string
  readonly is_private: boolean
  readonly count: number
  readonly attachment_id: number | null
}

export function viewCommentWrite(
  event: RuleEvent,
  caller: object | null,
  bug: RuleBug,
  before: ShownComment | null,
  after: ShownComment,
): object {
  return { event, bug, before, after, caller }
}
