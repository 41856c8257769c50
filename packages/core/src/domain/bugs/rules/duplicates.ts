// Marking a bug as a duplicate of another.
import { visibleBugs } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import type { UserCache } from '../../users/user-cache.js'
import { followLinks, leadsTo, type Link } from './chains.js'
import type { BugDraft } from '../state/draft.js'
import { rule, type UpdateWrite } from './rule.js'
import type { BugRow } from '../../../access/find-bugs.js'

type Duplicate = BugDraft<'cc'>

/** The status rule sets the mark. Its consequences depend on both bugs, see settleDuplicates. */
export const duplicateRule = rule({ name: 'duplicate', needs: ['cc'], applies: ({ dupe_of }) => dupe_of !== undefined })

/** Adds comments to bugs that become duplicates, and to the others. @throws dupe_loop_detected */
export async function settleDuplicates(
  tx: Reader,
  named: readonly Duplicate[],
  { call, input, bugs, people, draftFor }: UpdateWrite<'cc'>,
): Promise<void> {
  for (const draft of named) {
    const { before, row } = draft
    if (row.dupe_of === null || row.dupe_of === before.dupe_of) continue
    const target = bugs.require(input.dupe_of ?? '', 'dupe_of')
    await requireNoDuplicateLoop(tx, before.id, target, input.dupe_of)
    await announceDuplicate(tx, call, people, draft, draftFor(target))
  }
}

/** @throws dupe_loop_detected when the bug is its own duplicate in the end */
async function requireNoDuplicateLoop(tx: Reader, bugId: number, target: BugRow, value: unknown): Promise<void> {
  if (target.id !== bugId && target.dupe_of === null) return
  const next = target.dupe_of ?? bugId
  const load = async (from?: readonly number[]) => {
    const rows = await tx.select({
      from: 'bugs',
      where: from ? { col: 'id', in: from } : { not: { col: 'dupe_of', eq: null } },
      columns: ['id', 'dupe_of'],
    })
    return rows.flatMap(({ id, dupe_of }): Link[] => (dupe_of === null ? [] : [[id, dupe_of]]))
  }
  const isLoop = target.id === bugId || next === bugId || leadsTo(await followLinks([next], load, 1), next, bugId)
  if (isLoop) throw new TrackerError('dupe_loop_detected', { field: 'dupe_of', value })
}

/**
 * Adds a comment to both bugs (joined to the caller's comment on the duplicate), and puts the reporter of the duplicate
 * on the CC list of the other bug.
 */
async function announceDuplicate(
  tx: Reader,
  call: Call,
  people: UserCache,
  bug: Duplicate,
  target: Duplicate,
): Promise<void> {
  const [bugId, targetId] = [bug.row.id, target.row.id]
  const said = bug.comments.pop() ?? { text: '' }
  bug.comments.push({ ...said, type: 'duplicate_of', related_bug_id: targetId })
  target.comments.push({ text: '', type: 'has_duplicate', related_bug_id: bugId })
  const reporter = bug.before.creator_id
  const cc = target.part('cc')
  const isStranger = reporter !== target.before.creator_id && !cc.has(reporter)
  if (isStranger && (await canSee(tx, call, people, reporter, target.before)))
    target.setPart('cc', new Set([...cc, reporter]))
}

/** Returns whether another user can see a bug. */
async function canSee(
  tx: Reader,
  { catalogue }: Call,
  people: UserCache,
  userId: number,
  bug: Readonly<BugRow>,
): Promise<boolean> {
  if (bug.group_count === 0) return true
  const who = (await people.callers([userId])).get(userId)
  if (!who) return false
  const where = { and: [{ col: 'id', eq: bug.id } as const, visibleBugs({ who, catalogue })] }
  return (await tx.count('bugs', where)) > 0
}
