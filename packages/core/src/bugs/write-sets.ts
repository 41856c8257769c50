// Writes what belongs to bugs: only what differs, and for many bugs at once.
import { groupBy } from '../collections.js'
import { writeFlags } from '../flags/write.js'
import type { EntityName, Where, Writer } from '../schema/index.js'
import { fold } from '../store/index.js'
import { difference } from './changes.js'
import { changedLinks } from './dependencies.js'
import type { Draft, StoredValue } from './draft.js'

/** Writes all sets in which the drafts differ. */
export async function writeSets(tx: Writer, drafts: readonly Draft[]): Promise<void> {
  await writePairs(tx, 'bug_cc', 'user_id', pairsOf(drafts, 'cc'))
  await writePairs(tx, 'bug_groups', 'group_id', pairsOf(drafts, 'groups'))
  await writePairs(tx, 'bug_keywords', 'keyword_id', pairsOf(drafts, 'keywords'))
  await writePairs(tx, 'bug_dependencies', 'depends_on_id', changedLinks(drafts))
  await writeAliases(tx, drafts)
  await writeSeeAlso(tx, drafts)
  await writeCustomValues(tx, drafts)
  await writeFlags(
    tx,
    drafts.map(({ before, after }) => ({ before: before.flags, after: after.flags })),
  )
}

type Pair = readonly [bugId: number, other: number]
interface PairChanges {
  readonly added: readonly Pair[]
  readonly removed: readonly Pair[]
}
type PairEntity = 'bug_cc' | 'bug_groups' | 'bug_keywords' | 'bug_dependencies'

function pairsOf(drafts: readonly Draft[], set: 'cc' | 'groups' | 'keywords'): PairChanges {
  const pairs = (side: 'added' | 'removed') =>
    drafts.flatMap(({ before, after }) =>
      difference(before[set], after[set])[side].map((other): Pair => [before.row.id, other]),
    )
  return { added: pairs('added'), removed: pairs('removed') }
}

/** Bugs that lose the same are written by one statement. */
async function writePairs(tx: Writer, entity: PairEntity, column: string, changes: PairChanges): Promise<void> {
  const { added, removed } = changes
  const lost = groupBy(removed, ([bug]) => bug)
  const alike = groupBy(lost, ([, pairs]) =>
    pairs
      .map(([, other]) => other)
      .toSorted((a, b) => a - b)
      .join(),
  )
  for (const bugs of alike.values()) {
    const others = bugs[0]?.[1].map(([, other]) => other) ?? []
    await tx.delete(
      entity,
      both(
        'bug_id',
        bugs.map(([bug]) => bug),
        column,
        others,
      ),
    )
  }
  if (added.length > 0) {
    const rows = added.map(([bug, other]) => ({ bug_id: bug, [column]: other }))
    await tx.insert(entity, rows)
  }
}

async function writeAliases(tx: Writer, drafts: readonly Draft[]): Promise<void> {
  const changes = drafts.map(({ before, after }) => ({
    bug_id: after.row.id,
    ...difference(before.aliases, after.aliases),
  }))
  const removed = changes.flatMap((change) => change.removed.map(fold))
  if (removed.length > 0) await tx.delete('bug_aliases', { col: 'alias_folded', in: removed })
  const rows = changes.flatMap(({ bug_id, added }) =>
    added.map((alias) => ({ bug_id, alias, alias_folded: fold(alias) })),
  )
  if (rows.length > 0) await tx.insert('bug_aliases', rows)
}

async function writeSeeAlso(tx: Writer, drafts: readonly Draft[]): Promise<void> {
  const changes = drafts.map(({ before, after }) => ({
    bug_id: after.row.id,
    ...difference(before.see_also, after.see_also),
  }))
  const lost = changes.filter(({ removed }) => removed.length > 0)
  const alike = groupBy(lost, ({ removed }) => removed.map((link) => fold(link.url)).join(' '))
  for (const bugs of alike.values()) {
    const urls = bugs[0]?.removed.map((link) => fold(link.url)) ?? []
    await tx.delete(
      'bug_see_also',
      both(
        'bug_id',
        bugs.map(({ bug_id }) => bug_id),
        'url_folded',
        urls,
      ),
    )
  }
  const rows = changes.flatMap(({ bug_id, added }) =>
    added.map(({ url, local_bug_id }) => ({ bug_id, url, url_folded: fold(url), local_bug_id })),
  )
  if (rows.length > 0) await tx.insert('bug_see_also', rows)
}

/** The rows of a changed field are all written anew. */
async function writeCustomValues(tx: Writer, drafts: readonly Draft[]): Promise<void> {
  const changes = drafts.flatMap(({ before, after }) =>
    [...after.custom]
      .filter(([field, values]) => values !== before.custom.get(field))
      .map(([field_id, values]) => ({ bug_id: after.row.id, field_id, values, wasThere: before.custom.has(field_id) })),
  )
  const old = groupBy(
    changes.filter((change) => change.wasThere),
    (change) => change.bug_id,
  )
  const alike = groupBy(old, ([, ofBug]) => ofBug.map((change) => change.field_id).join())
  for (const bugs of alike.values()) {
    const fields = bugs[0]?.[1].map((change) => change.field_id) ?? []
    await tx.delete(
      'custom_values',
      both(
        'bug_id',
        bugs.map(([bug]) => bug),
        'field_id',
        fields,
      ),
    )
  }
  const rows = changes.flatMap(({ bug_id, field_id, values }) =>
    values.map((value: StoredValue) => ({ ...value, bug_id, field_id })),
  )
  if (rows.length > 0) await tx.insert('custom_values', rows)
}

/** Rows whose two columns have one of these values each. The callers name columns that exist. */
function both<E extends EntityName>(
  first: string,
  bugs: readonly number[],
  second: string,
  others: readonly (number | string)[],
): Where<E> {
  return {
    and: [
      { col: first, in: bugs },
      { col: second, in: others },
    ],
  } as unknown as Where<E>
}
