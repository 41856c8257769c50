// What entries of the change feed tell one person, and where the bugs are that they are about.
import type { Call } from '../../call/context.js'
import { bugStory } from '../../call/change-event.js'
import type { ChangeEntry } from '../../feed/change-entry.js'
import type { EntryFilter } from '../../feed/filter.js'
import type { Entry } from '../../feed/read.js'
import { selectShown, type ShownEntry } from '../../feed/visible-entries.js'
import { viewShown } from '../../feed/view.js'
import type { Reader, Row } from '../../schema/index.js'

/** What happened to one bug, as somebody may see it now. */
export interface Happening {
  readonly change: ChangeEntry
  readonly bug_id: number
  /** Whether it hid the bug from others than its groups. */
  readonly isHiding: boolean
  /** Undefined for a bug that is hidden from who looks, or gone. */
  readonly bug: BugPlace | undefined
}

type BugPlace = Pick<Row<'bugs'>, 'id' | 'product_id' | 'component_id' | 'group_count'>

const ofBugs: EntryFilter = {
  wantsType: (type) => type !== 'administration.changed',
  wantsBug: () => true,
  wantsPlace: () => true,
}

/** What the caller may see of the entries; nothing of those of which nothing is left. So many selects, however many entries. */
export async function readHappenings(tx: Reader, call: Call, entries: readonly Entry[]): Promise<Happening[]> {
  const all = await selectShown(tx, call, entries.filter(isReadable), ofBugs)
  const shown = all.filter((one) => isHiding(one) || !isImport(one))
  if (shown.length === 0) return []
  const changes = await viewShown(tx, call, shown)
  const bugs = await loadPlaces(tx, shown)
  const hiding = new Set(shown.filter(isHiding).map(({ entry }) => entry.seq))
  return changes.flatMap((change) => {
    const { bug_id, seq } = change
    return bug_id === undefined ? [] : [{ change, bug_id, isHiding: hiding.has(seq), bug: placeOf(bugs, change) }]
  })
}

/** Whether an entry can be read: one that cannot keeps nobody from the others. */
function isReadable({ kind, payload }: Entry): boolean {
  return kind === 'bug_deleted' || (kind === 'bug' && bugStory.safeParse(payload).success)
}

function isHiding(shown: ShownEntry): boolean {
  if (shown.type === 'bug.hidden') return true
  return 'story' in shown && 'is_restricted' in shown.story && shown.story.is_restricted
}

/** Nobody wants a request for each of ten thousand bugs that come from elsewhere. */
function isImport(shown: ShownEntry): boolean {
  return 'story' in shown && 'is_import' in shown.story && shown.story.is_import
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
