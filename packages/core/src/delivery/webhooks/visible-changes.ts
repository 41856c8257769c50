// Entries of the change feed as one user may see them, with the places of their bugs.
import type { Call } from '../../call/context.js'
import { readableBugChangeEventOf, type BugChangeEvent } from '../../call/change-event.js'
import type { ChangeEntry } from '../../feed/change-entry.js'
import type { EntryFilter } from '../../feed/filter.js'
import type { Entry } from '../../feed/read.js'
import { selectShown, type ShownEntry } from '../../feed/visible-entries.js'
import { viewShown } from '../../feed/view.js'
import type { Reader, Row } from '../../schema/index.js'

/** A change of one bug as a user may see it now. */
export interface VisibleChange {
  readonly change: ChangeEntry
  readonly bug_id: number
  /** It restricted the bug to its groups. */
  readonly isHiding: boolean
  /** Undefined for a bug that is hidden from the user or deleted. */
  readonly bug: BugPlace | undefined
  /** The place from which it has moved the bug, if the user may see that. */
  readonly left: BugChangeEvent['moved_from']
}

type BugPlace = Pick<Row<'bugs'>, 'id' | 'product_id' | 'component_id' | 'group_count'>

const ofBugs: EntryFilter = {
  wantsType: (type) => type !== 'administration.changed',
  wantsBug: () => true,
  wantsPlace: () => true,
}

/** The visible parts of the entries, in a fixed number of selects. Entries without visible parts are left out. */
export async function readVisibleChanges(tx: Reader, call: Call, entries: readonly Entry[]): Promise<VisibleChange[]> {
  const all = await selectShown(tx, call, entries.filter(isReadable), ofBugs)
  const shown = all.filter((one) => isHiding(one) || !isImport(one))
  if (shown.length === 0) return []
  const changes = await viewShown(tx, call, shown)
  const bugs = await loadPlaces(tx, shown)
  const hiding = new Set(shown.filter(isHiding).map(({ entry }) => entry.seq))
  const moves = new Map(shown.map((one) => [one.entry.seq, moveOf(one)]))
  return changes.flatMap((change) => {
    const { bug_id, seq } = change
    if (bug_id === undefined) return []
    const left = showsMove(change) ? moves.get(seq) : undefined
    return [{ change, bug_id, isHiding: hiding.has(seq), bug: placeOf(bugs, change), left }]
  })
}

/** Unreadable entries are skipped, so that they do not block the others. */
function isReadable({ kind, payload }: Entry): boolean {
  return kind === 'bug_deleted' || (kind === 'bug' && readableBugChangeEventOf(payload) !== undefined)
}

function isHiding(shown: ShownEntry): boolean {
  if (shown.type === 'bug.hidden') return true
  return 'event' in shown && 'is_restricted' in shown.event && shown.event.is_restricted
}

/** An import of ten thousand bugs makes no requests. */
function isImport(shown: ShownEntry): boolean {
  return 'event' in shown && 'is_import' in shown.event && shown.event.is_import
}

/** By ID, because names may have changed since. */
function moveOf(shown: ShownEntry): BugChangeEvent['moved_from'] {
  return 'event' in shown && 'moved_from' in shown.event ? shown.event.moved_from : undefined
}

function showsMove({ changes }: ChangeEntry): boolean {
  return changes.some(({ field_name }) => field_name === 'product' || field_name === 'component')
}

function placeOf(bugs: ReadonlyMap<number, BugPlace>, { type, bug_id }: ChangeEntry): BugPlace | undefined {
  return type === 'bug.hidden' ? undefined : bugs.get(bug_id ?? 0)
}

async function loadPlaces(tx: Reader, shown: readonly ShownEntry[]): Promise<Map<number, BugPlace>> {
  const ids = [...new Set(shown.flatMap((one) => ('bug_id' in one ? one.bug_id : [])))]
  const columns = ['id', 'product_id', 'component_id', 'group_count'] as const
  const rows = await tx.select({ from: 'bugs', where: { col: 'id', in: ids }, columns })
  return new Map(rows.map((row) => [row.id, row]))
}
