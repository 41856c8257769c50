// Writes the data of bugs beside their rows: only differences, for many bugs at once.
import { groupBy } from '../../../kernel/collections.js'
import { writeFlags } from '../../flags/write.js'
import type { Writer } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'
import { changeOf } from '../state/changes.js'
import { bothIn, deleteBlocks } from './delete-blocks.js'
import { changedLinks } from '../rules/dependencies.js'
import type { AnyDraft } from '../state/draft.js'
import { emptyParts, type PartName, type StoredValue } from '../fields/bug-parts.js'

const partNames = Object.keys(emptyParts) as PartName[]

/** Writes all sets in which the drafts differ. */
export async function writeSets(tx: Writer, all: readonly AnyDraft[]): Promise<void> {
  const drafts = all.filter((draft) => partNames.some(draft.isSet))
  if (drafts.length === 0) return
  await writePairs(tx, 'bug_cc', 'user_id', pairsOf(drafts, 'cc'))
  await writePairs(tx, 'bug_groups', 'group_id', pairsOf(drafts, 'groups'))
  await writePairs(tx, 'bug_keywords', 'keyword_id', pairsOf(drafts, 'keywords'))
  await writePairs(tx, 'bug_dependencies', 'depends_on_id', changedLinks(drafts))
  await writeAliases(tx, drafts)
  await writeSeeAlso(tx, drafts)
  await writeCustomValues(tx, drafts)
  await writeFlags(
    tx,
    drafts.flatMap((draft) =>
      draft.isSet('flags') ? [{ before: draft.beforePart('flags'), after: draft.part('flags') }] : [],
    ),
  )
}

type Pair = readonly [bugId: number, other: number]
interface PairChanges {
  readonly added: readonly Pair[]
  readonly removed: readonly Pair[]
}
type PairEntity = 'bug_cc' | 'bug_groups' | 'bug_keywords' | 'bug_dependencies'

function pairsOf(drafts: readonly AnyDraft[], set: 'cc' | 'groups' | 'keywords'): PairChanges {
  const changes = drafts.map((draft) => ({
    id: draft.row.id,
    ...changeOf(draft, set, (ids: ReadonlySet<number>) => ids),
  }))
  const pairs = (side: 'added' | 'removed') =>
    changes.flatMap((change) => change[side].map((other): Pair => [change.id, other]))
  return { added: pairs('added'), removed: pairs('removed') }
}

async function writePairs(
  tx: Writer,
  entity: PairEntity,
  column: string,
  { added, removed }: PairChanges,
): Promise<void> {
  const lost = groupBy(removed, ([bug]) => bug)
  const losses = Array.from(lost, ([bug_id, pairs]) => ({ bug_id, removed: pairs.map(([, other]) => other) }))
  await deleteBlocks(tx, entity, column, losses)
  if (added.length > 0) {
    const rows = added.map(([bug, other]) => ({ bug_id: bug, [column]: other }))
    await tx.insert(entity, rows)
  }
}

async function writeAliases(tx: Writer, drafts: readonly AnyDraft[]): Promise<void> {
  const changes = drafts.map((draft) => ({
    bug_id: draft.row.id,
    ...changeOf(draft, 'aliases', (aliases) => aliases),
  }))
  const removed = changes.flatMap((change) => change.removed.map(fold))
  if (removed.length > 0) await tx.delete('bug_aliases', { col: 'alias_folded', in: removed })
  const rows = changes.flatMap(({ bug_id, added }) =>
    added.map((alias) => ({ bug_id, alias, alias_folded: fold(alias) })),
  )
  if (rows.length > 0) await tx.insert('bug_aliases', rows)
}

async function writeSeeAlso(tx: Writer, drafts: readonly AnyDraft[]): Promise<void> {
  const changes = drafts.map((draft) => ({
    bug_id: draft.row.id,
    ...changeOf(draft, 'see_also', (links) => links.values()),
  }))
  const losses = changes.map(({ bug_id, removed }) => ({ bug_id, removed: removed.map((link) => fold(link.url)) }))
  await deleteBlocks(tx, 'bug_see_also', 'url_folded', losses)
  const rows = changes.flatMap(({ bug_id, added }) =>
    added.map(({ url, local_bug_id }) => ({ bug_id, url, url_folded: fold(url), local_bug_id })),
  )
  if (rows.length > 0) await tx.insert('bug_see_also', rows)
}

/** A field that changes in one of the bugs is rewritten in all of them. */
async function writeCustomValues(tx: Writer, drafts: readonly AnyDraft[]): Promise<void> {
  const bugs = drafts.flatMap((draft) => {
    if (!draft.isSet('custom')) return []
    const [before, after] = [draft.beforePart('custom'), draft.part('custom')]
    const changed = [...after.keys()].filter((field) => after.get(field) !== before.get(field))
    return changed.length === 0 ? [] : [{ id: draft.row.id, before, after, changed }]
  })
  const fields = new Set(bugs.flatMap(({ changed }) => changed))
  if (bugs.some(({ before }) => [...fields].some((field) => before.has(field)))) {
    const ids = bugs.map(({ id }) => id)
    await tx.delete('custom_values', bothIn<'custom_values'>('bug_id', ids, 'field_id', [...fields]))
  }
  const rows = bugs.flatMap(({ id, after }) =>
    [...fields].flatMap((field_id) =>
      (after.get(field_id) ?? []).map((value: StoredValue) => ({ ...value, bug_id: id, field_id })),
    ),
  )
  if (rows.length > 0) await tx.insert('custom_values', rows)
}
