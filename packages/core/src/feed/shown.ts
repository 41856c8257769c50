// Which entries a reader may know of, as of now: a bug that may not be seen gives nothing, with the exceptions that stand here.
import { visibleBugs } from '../access/visibility.js'
import { hasRight, type Call } from '../call/context.js'
import { administrationStory, bugStoryOf, type AdministrationStory, type BugStory } from '../call/story.js'
import type { Reader } from '../schema/index.js'
import type { ChangeType } from './change-entry.js'
import type { EntryFilter } from './filter.js'
import type { Entry } from './read.js'

/** An entry that the reader may know of. What is still to be told of it may turn out to be nothing. */
export type ShownEntry = { readonly entry: Entry } & (
  | { readonly type: 'bug.created' | 'bug.changed'; readonly bug_id: number; readonly story: BugStory }
  | { readonly type: 'bug.hidden' | 'bug.deleted'; readonly bug_id: number }
  | { readonly type: 'administration.changed'; readonly story: AdministrationStory }
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
  // Of bugs that are no more nobody knows whether a key for some products alone was for them.
  const isLimited = call.who.limits.productIds !== undefined
  const isAdministrator = hasRight(call, 'admin')
  return entries.flatMap((entry): ShownEntry[] => {
    const { kind, bug_id, was_public } = entry
    if (kind === 'administration') return isAdministrator ? wanted(filter, administrationEntry(entry)) : []
    if (bug_id === null || !filter.wantsBug(bug_id)) return []
    if (kind === 'bug_deleted')
      return (was_public && !isLimited) || isAdministrator ? wanted(filter, { entry, bug_id, type: 'bug.deleted' }) : []
    const story = bugStoryOf(entry.payload)
    const bug = bugs.get(bug_id)
    // Who keeps a copy of what everybody could read drops it.
    if (!bug)
      return was_public && story.is_restricted && !isLimited
        ? wanted(filter, { entry, bug_id, type: 'bug.hidden' })
        : []
    if (!filter.wantsPlace(bug)) return []
    return wanted(filter, { entry, bug_id, story, type: story.is_new ? 'bug.created' : 'bug.changed' })
  })
}

function administrationEntry(entry: Entry): ShownEntry {
  return { entry, type: 'administration.changed', story: administrationStory.parse(entry.payload) }
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
