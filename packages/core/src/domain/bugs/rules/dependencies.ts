// Dependencies between bugs. A link is stored once and shown on both bugs.
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { circlesIn, followLinks, type Link } from './chains.js'
import { changeOf, difference } from '../state/changes.js'
import type { AnyDraft, BugDraft } from '../state/draft.js'
import type { BugParts } from '../fields/bug-parts.js'
import type { BugRef } from '../../../access/find-bugs.js'
import type { Refuse } from './refuse.js'
import { rule, type BugWrite } from './rule.js'

type Dependencies = BugDraft<'dependencies'>
type Direction = 'depends_on' | 'blocks'

const directions: readonly Direction[] = ['depends_on', 'blocks']
const opposite = { depends_on: 'blocks', blocks: 'depends_on' } as const

export const dependenciesRule = rule({
  name: 'dependencies',
  needs: ['dependencies'],
  applies: ({ depends_on, blocks }) => depends_on !== undefined || blocks !== undefined,
  createLinks(draft, write) {
    for (const direction of directions)
      editDependencies(draft, direction, { add: write.input[direction] }, write, direction)
  },
  update(draft, write) {
    for (const direction of directions) {
      const edit = write.input[direction]
      if (edit) editDependencies(draft, direction, edit, write)
    }
  },
  check: requireNoLoop,
})

/** An update may add and remove links, or set all of them, which overrides both. */
export interface LinkEdit {
  readonly add?: readonly BugRef[] | undefined
  readonly remove?: readonly BugRef[] | undefined
  readonly set?: readonly BugRef[] | undefined
}

/**
 * Changes one list of a bug, and the opposite lists of the bugs at the other end. Links to bugs that the caller cannot see
 * stay: for the caller they do not exist.
 * @throws bug_id_does_not_exist, improper_bug_id_field_value, dependency_loop_single
 */
function editDependencies(
  draft: Dependencies,
  direction: Direction,
  edit: LinkEdit,
  { bugs, draftFor }: Pick<BugWrite<'dependencies'>, 'bugs' | 'draftFor'>,
  field = edit.set ? `${direction}.set` : `${direction}.add`,
): void {
  const { id } = draft.row
  const before = draft.beforePart('dependencies')[direction]
  const given = (edit.set ?? edit.add ?? []).map((value) => {
    const bug = bugs.require(value, field)
    if (bug.id !== id) return bug.id
    throw new TrackerError('dependency_loop_single', { field, value })
  })
  const after = edit.set
    ? new Set([...given, ...[...before].filter((other) => !bugs.find(other))])
    : new Set([...before, ...given])
  if (!edit.set) for (const ref of edit.remove ?? []) after.delete(bugs.find(ref)?.id ?? 0)
  const { removed, added } = difference(before, after)
  for (const other of removed) {
    unlink(draft, direction, other)
    unlink(draftFor(bugs.require(other, direction)), opposite[direction], id)
  }
  for (const other of added) {
    link(draft, direction, other)
    link(draftFor(bugs.require(other, direction)), opposite[direction], id)
  }
}

function link(draft: Dependencies, direction: Direction, other: number): void {
  const dependencies = draft.part('dependencies')
  draft.setPart('dependencies', { ...dependencies, [direction]: new Set([...dependencies[direction], other]) })
}

function unlink(draft: Dependencies, direction: Direction, other: number): void {
  const dependencies = draft.part('dependencies')
  const left = [...dependencies[direction]].filter((id) => id !== other)
  draft.setPart('dependencies', { ...dependencies, [direction]: new Set(left) })
}

/** The links that drafts make and break, each once. */
export function changedLinks(drafts: Iterable<AnyDraft>): { added: Link[]; removed: Link[] } {
  const added = new Map<string, Link>()
  const removed = new Map<string, Link>()
  const put = (links: Map<string, Link>, from: number, to: number) => links.set(`${from} ${to}`, [from, to])
  for (const draft of drafts) {
    const { id } = draft.row
    const waits = changeOf(draft, 'dependencies', ({ depends_on }) => depends_on)
    const blocks = changeOf(draft, 'dependencies', (dependencies) => dependencies.blocks)
    for (const other of waits.added) put(added, id, other)
    for (const other of waits.removed) put(removed, id, other)
    for (const other of blocks.added) put(added, other, id)
    for (const other of blocks.removed) put(removed, other, id)
  }
  return { added: [...added.values()], removed: [...removed.values()] }
}

/** @throws dependency_loop_multi when a new link closes a circle. Circles that were there before are none of the caller's doing. */
async function requireNoLoop(
  tx: Reader,
  named: readonly Dependencies[],
  { drafts, refuse }: Pick<BugWrite, 'drafts' | 'refuse'>,
): Promise<void> {
  const all = [...drafts.values()]
  const ids = new Set(named.map(({ row }) => row.id))
  const { added, removed } = changedLinks(all)
  if (added.length === 0) return
  const known = new Map(
    all.flatMap((draft) => (draft.isLoaded('dependencies') ? [[draft.row.id, draft.part('dependencies')]] : [])),
  )
  const waiting = whoWaits(
    added.map(([from]) => from),
    known,
  )
  if (waiting) {
    requireNone(added, circlesIn(waiting), ids, refuse)
    return
  }
  const broken = new Set(removed.map(([from, to]) => `${from} ${to}`))
  const links = await followLinks(
    added.map(([, to]) => to),
    async (from) => {
      const drafted = (from ?? []).filter((id) => known.has(id))
      const others = from?.filter((id) => !known.has(id))
      const asked = new Set(from)
      const stored = others?.length === 0 ? [] : await loadLinks(tx, others)
      return [
        ...drafted.flatMap((id) => Array.from(known.get(id)?.depends_on ?? [], (on): Link => [id, on])),
        ...stored.filter(([bug, on]) => !broken.has(`${bug} ${on}`)),
        ...added.filter(([bug]) => from === undefined || asked.has(bug)),
      ]
    },
  )
  requireNone(added, circlesIn(links), ids, refuse)
}

/** A link is made by the update of one of its ends, which `named` has. */
function requireNone(
  added: readonly Link[],
  isLoop: (link: Link) => boolean,
  named: ReadonlySet<number>,
  refuse: Refuse,
): void {
  for (const [from, to] of added.filter(isLoop)) {
    const error = new TrackerError('dependency_loop_multi', { field: 'depends_on', value: to })
    refuse(named.has(from) ? from : to, error)
  }
}

/** All bugs that directly or indirectly wait for these, if that is known without a select: most bugs block none. */
function whoWaits(
  start: readonly number[],
  known: ReadonlyMap<number, BugParts['dependencies']>,
): Map<number, ReadonlySet<number>> | undefined {
  const links = new Map<number, ReadonlySet<number>>()
  const found = new Set(start)
  for (const id of found) {
    const bug = known.get(id)
    if (!bug) return undefined
    links.set(id, bug.blocks)
    for (const next of bug.blocks) found.add(next)
  }
  return links
}

/** The links from some bugs, or all links. */
async function loadLinks(tx: Reader, from: readonly number[] | undefined): Promise<Link[]> {
  const rows = await tx.select({ from: 'bug_dependencies', ...(from && { where: { col: 'bug_id', in: from } }) })
  return rows.map(({ bug_id, depends_on_id }) => [bug_id, depends_on_id])
}
