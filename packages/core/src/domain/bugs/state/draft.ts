// A bug while it is being changed: as it was found, and as it is going to be.
import { groupBy } from '../../../kernel/collections.js'
import type { Reader } from '../../../schema/index.js'
import type { CommentDraft } from '../../comments/append.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugState, StatePart } from '../fields/bug-state.js'

/** The privacy that a comment is to have. */
export interface PrivacyChange {
  readonly comment_id: number
  readonly is_private: boolean
}

/** What changes on an attachment of the bug, as history tells it. */
export interface AttachmentChange {
  readonly attachment_id: number
  readonly field: string
  readonly removed: string
  readonly added: string
}

export interface BugDraft {
  readonly before: Readonly<BugState>
  readonly after: BugState
  /** To be appended, in this order. */
  readonly comments: Omit<CommentDraft, 'bug'>[]
  readonly privacy: PrivacyChange[]
  readonly attachments: AttachmentChange[]
}

/** Begins to change a bug. */
export function toDraft(before: BugState): BugDraft {
  return { before, after: copyOf(before), comments: [], privacy: [], attachments: [] }
}

/** The drafts of one operation. */
export interface Drafts {
  readonly drafts: ReadonlyMap<number, BugDraft>
  /** The draft of a bug, begun when it is first asked for. */
  readonly draftFor: (bug: BugRow) => BugDraft
}

/** Begins drafts of bugs as they are asked for, from what has been loaded of them. */
export function createDrafts(states: ReadonlyMap<number, BugState>): Drafts {
  const drafts = new Map<number, BugDraft>()
  return {
    drafts,
    draftFor(bug) {
      const draft = drafts.get(bug.id) ?? toDraft(states.get(bug.id) ?? emptyState(bug))
      drafts.set(bug.id, draft)
      return draft
    },
  }
}

/** A bug that has nothing beside its row. */
export function emptyState(row: BugRow, loaded: ReadonlySet<StatePart> = new Set()): BugState {
  return {
    loaded,
    row,
    aliases: [],
    cc: new Set(),
    groups: new Set(),
    keywords: new Set(),
    depends_on: new Set(),
    blocks: new Set(),
    see_also: new Map(),
    custom: new Map(),
    flags: [],
  }
}

/** The bugs with the parts asked for: one select for each part. */
export async function loadStates(
  tx: Reader,
  rows: readonly BugRow[],
  parts: ReadonlySet<StatePart>,
): Promise<Map<number, BugState>> {
  const states = new Map(rows.map((row) => [row.id, emptyState(row, parts)]))
  if (states.size === 0) return states
  const ids = [...states.keys()]
  const where = { col: 'bug_id', in: ids } as const
  const each = <T extends { bug_id: number }>(found: readonly T[], put: (state: BugState, row: T) => void) => {
    for (const row of found) put(states.get(row.bug_id) as BugState, row)
  }
  if (parts.has('aliases')) {
    const aliases = await tx.select({ from: 'bug_aliases', where, columns: ['bug_id', 'alias'] })
    each(aliases, (state, { alias }) => (state.aliases = [...state.aliases, alias]))
  }
  if (parts.has('cc')) each(await tx.select({ from: 'bug_cc', where }), ({ cc }, row) => cc.add(row.user_id))
  if (parts.has('groups') && rows.some((row) => row.group_count > 0))
    each(await tx.select({ from: 'bug_groups', where }), ({ groups }, row) => groups.add(row.group_id))
  if (parts.has('keywords'))
    each(await tx.select({ from: 'bug_keywords', where }), ({ keywords }, row) => keywords.add(row.keyword_id))
  if (parts.has('dependencies')) await loadDependencies(tx, states)
  if (parts.has('see_also'))
    each(await tx.select({ from: 'bug_see_also', where }), ({ see_also }, { url, url_folded, local_bug_id }) =>
      see_also.set(url_folded, { url, local_bug_id }),
    )
  if (parts.has('custom')) await loadCustom(tx, states)
  if (parts.has('flags'))
    each(await tx.select({ from: 'flags', where }), (state, flag) => (state.flags = [...state.flags, flag]))
  return states
}

async function loadDependencies(tx: Reader, states: ReadonlyMap<number, BugState>): Promise<void> {
  const ids = [...states.keys()]
  const where = {
    or: [{ col: 'bug_id', in: ids } as const, { col: 'depends_on_id', in: ids } as const],
  }
  for (const { bug_id, depends_on_id } of await tx.select({ from: 'bug_dependencies', where })) {
    states.get(bug_id)?.depends_on.add(depends_on_id)
    states.get(depends_on_id)?.blocks.add(bug_id)
  }
}

async function loadCustom(tx: Reader, states: ReadonlyMap<number, BugState>): Promise<void> {
  const rows = await tx.select({ from: 'custom_values', where: { col: 'bug_id', in: [...states.keys()] } })
  for (const [bugId, ofBug] of groupBy(rows, (row) => row.bug_id)) {
    for (const [fieldId, values] of groupBy(ofBug, (row) => row.field_id)) {
      states.get(bugId)?.custom.set(
        fieldId,
        values.map(({ text, text_folded, number, time, value_id }) => ({ text, text_folded, number, time, value_id })),
      )
    }
  }
}

function copyOf(state: BugState): BugState {
  return {
    loaded: state.loaded,
    row: { ...state.row },
    aliases: state.aliases,
    cc: new Set(state.cc),
    groups: new Set(state.groups),
    keywords: new Set(state.keywords),
    depends_on: new Set(state.depends_on),
    blocks: new Set(state.blocks),
    see_also: new Map(state.see_also),
    custom: new Map(state.custom),
    flags: state.flags,
  }
}
