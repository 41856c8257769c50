// Decides which entries a reader may see now. Entries about bugs that they cannot see are left out, with the
// exceptions below.
import { visibleBugs } from '../access/visibility.js'
import { hasRight, type Call } from '../call/context.js'
import {
  administrationChangeEvent,
  bugChangeEventOf,
  type AdministrationChangeEvent,
  type BugChangeEvent,
} from '../call/change-event.js'
import type { Reader } from '../schema/index.js'
import type { ChangeType } from './change-entry.js'
import type { EntryFilter } from './filter.js'
import { lastWord } from './final-entries.js'
import type { Entry } from './read.js'

/** An entry that the reader may see. Its visible parts may turn out to be empty. */
export type ShownEntry = { readonly entry: Entry } & (
  | {
      readonly type: 'bug.created' | 'bug.changed' | 'bug.imported'
      readonly bug_id: number
      readonly event: BugChangeEvent
    }
  | { readonly type: 'bug.hidden' | 'bug.deleted'; readonly bug_id: number }
  | { readonly type: 'administration.changed'; readonly event: AdministrationChangeEvent }
)

/** Those of the entries that the reader may know of and wants. One select. */
export async function selectShown(
  tx: Reader,
  call: Call,
  entries: readonly Entry[],
  filter: EntryFilter,
): Promise<ShownEntry[]> {
  const ids = new Set(entries.flatMap(({ bug_id }) => (bug_id !== null && filter.wantsBug(bug_id) ? bug_id : [])))
  const bugs = await findBugs(tx, call, [...ids])
  return entries.flatMap((entry): ShownEntry[] => {
    const { kind, bug_id } = entry
    if (kind === 'administration') return hasRight(call, 'admin') ? wanted(filter, administrationEntry(entry)) : []
    if (bug_id === null || !filter.wantsBug(bug_id)) return []
    const bug = kind === 'bug_deleted' ? undefined : bugs.get(bug_id)
    if (!bug) {
      const type = lastWord(call, entry)
      return type ? wanted(filter, { entry, bug_id, type }) : []
    }
    if (!filter.wantsPlace(bug)) return []
    const event = bugChangeEventOf(entry.payload)
    return wanted(filter, { entry, bug_id, event, type: typeOf(event) })
  })
}

function typeOf({ is_import, is_new }: BugChangeEvent): 'bug.created' | 'bug.changed' | 'bug.imported' {
  if (is_import) return 'bug.imported'
  return is_new ? 'bug.created' : 'bug.changed'
}

function administrationEntry(entry: Entry): ShownEntry {
  return { entry, type: 'administration.changed', event: administrationChangeEvent.parse(entry.payload) }
}

function wanted(filter: EntryFilter, shown: ShownEntry & { readonly type: ChangeType }): ShownEntry[] {
  return filter.wantsType(shown.type) ? [shown] : []
}

async function findBugs(tx: Reader, call: Call, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const where = { and: [{ col: 'id', in: ids } as const, visibleBugs(call)] }
  const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'product_id', 'component_id'] })
  return new Map(rows.map((row) => [row.id, row]))
}
