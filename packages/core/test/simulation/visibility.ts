// Compares the visible data of each person with the expected data, which is derived here only from the rows.
import { expect } from 'vitest'
import { isTrackerError } from '../../src/kernel/errors.js'
import type { Operations } from '@trackerkit/types'
import type { Reader, Row } from '../../src/schema/index.js'
import { inStore } from '../bug-rows.js'
import { at } from '../bugs.js'
import { people } from './people.js'
import type { SimulatedWorld } from './world.js'

interface Viewer {
  readonly name: string | null
  readonly sees: (bug: Row<'bugs'>) => boolean
  readonly isInsider: boolean
  readonly isTimeTracker: boolean
}

/** Checks that each person sees exactly the bugs, comments, hours and links that they may see. */
export async function expectVisibility({ store, tracker }: SimulatedWorld): Promise<void> {
  const rows = await inStore(store, async (tx) => ({
    bugs: await tx.select({ from: 'bugs', order: [{ col: 'id' }] }),
    links: await tx.select({ from: 'bug_dependencies' }),
    viewers: [nobody, ...(await viewersFrom(tx))],
  }))
  for (const viewer of rows.viewers) {
    const as = tracker.as(viewer.name === null ? null : { login: at(viewer.name) })
    const visible = rows.bugs.filter(viewer.sees)
    await expectBugs(as, viewer, rows, visible)
    await expectDiscussion(as, viewer, visible)
  }
}

const nobody: Viewer = {
  name: null,
  sees: (bug) => bug.group_count === 0,
  isInsider: false,
  isTimeTracker: false,
}

async function viewersFrom(tx: Reader): Promise<Viewer[]> {
  const [users, groups, members] = [
    await tx.select({ from: 'users' }),
    await tx.select({ from: 'groups' }),
    await tx.select({ from: 'user_groups' }),
  ]
  const [groupsOf, cc] = [new Map<number, number[]>(), new Set<string>()]
  for (const { bug_id, group_id } of await tx.select({ from: 'bug_groups' }))
    groupsOf.set(bug_id, [...(groupsOf.get(bug_id) ?? []), group_id])
  for (const { bug_id, user_id } of await tx.select({ from: 'bug_cc' })) cc.add(`${bug_id} ${user_id}`)
  return people.map((name) => {
    const me = users.find((user) => user.login === at(name))?.id ?? 0
    const mine = new Set(members.flatMap((row) => (row.user_id === me && row.kind !== 'bless' ? [row.group_id] : [])))
    const isIn = (group: string) => mine.has(groups.find((one) => one.name === group)?.id ?? 0)
    return {
      name,
      isInsider: isIn('insiders'),
      isTimeTracker: isIn('editbugs') || name === 'admin',
      sees: (bug) =>
        (groupsOf.get(bug.id) ?? []).every((group) => mine.has(group)) ||
        bug.assigned_to_id === me ||
        bug.qa_contact_id === me ||
        (bug.creator_id === me && bug.is_creator_accessible) ||
        (cc.has(`${bug.id} ${me}`) && bug.is_cc_accessible),
    }
  })
}

interface Rows {
  readonly bugs: readonly Row<'bugs'>[]
  readonly links: readonly Row<'bug_dependencies'>[]
}

async function expectBugs(as: Operations, viewer: Viewer, rows: Rows, visible: readonly Row<'bugs'>[]): Promise<void> {
  const ids = visible.map((bug) => bug.id)
  const isSeen = new Set<number | null>(ids)
  const { bugs, faults } = await as.bugs.get({ ids: rows.bugs.map((bug) => bug.id), permissive: true })
  expect(
    bugs.map((bug) => bug.id),
    `what ${viewer.name} sees`,
  ).toEqual(ids)
  expect(faults.length).toBe(rows.bugs.length - ids.length)
  const [waits, blocks] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (const { bug_id, depends_on_id } of rows.links) {
    if (isSeen.has(depends_on_id)) waits.set(bug_id, [...(waits.get(bug_id) ?? []), depends_on_id])
    if (isSeen.has(bug_id)) blocks.set(depends_on_id, [...(blocks.get(depends_on_id) ?? []), bug_id])
  }
  const sorted = (list: readonly number[] = []) => list.toSorted((a, b) => a - b)
  bugs.forEach((bug, index) => {
    const row = visible[index] as Row<'bugs'>
    const told = { depends_on: sorted(bug.depends_on), blocks: sorted(bug.blocks), dupe_of: bug.dupe_of }
    const dupe_of = isSeen.has(row.dupe_of) ? row.dupe_of : null
    expect(told).toEqual({ depends_on: sorted(waits.get(bug.id)), blocks: sorted(blocks.get(bug.id)), dupe_of })
    const mentioned = [bug['cf_bug'], ...bug.see_also.map((url) => Number(/id=(\d+)$/.exec(url)?.[1]))]
    for (const id of mentioned) if (id !== null) expect(isSeen).toContain(id)
    expect('actual_time' in bug).toBe(viewer.isTimeTracker)
    expect('update_token' in bug).toBe(viewer.name !== null)
    expect(bug.creator.includes('@')).toBe(viewer.name !== null)
  })
}

async function expectDiscussion(as: Operations, viewer: Viewer, visible: readonly Row<'bugs'>[]): Promise<void> {
  const ids = visible.map((bug) => bug.id)
  if (ids.length === 0) return
  const { bugs } = await as.comments.get({ ids })
  for (const { id, comment_count, public_comment_count } of visible) {
    const comments = bugs[id]?.comments ?? []
    expect(comments.length).toBe(viewer.isInsider ? comment_count : public_comment_count)
    if (!viewer.isInsider) expect(comments.some((comment) => comment.is_private)).toBe(false)
  }
  const isSeen = new Set(ids.map(String))
  for (const { history } of (await as.bugs.history({ ids })).bugs) {
    for (const { field_name, removed, added } of history.flatMap((entry) => entry.changes)) {
      if (!viewer.isTimeTracker) expect(field_name).not.toMatch(/^(work|estimated|remaining)_time$/)
      if (!viewer.isInsider) expect(field_name).not.toBe('longdescs.isprivate')
      const isOfBugs = ['depends_on', 'blocks', 'cf_bug', 'see_also'].includes(field_name)
      for (const id of isOfBugs ? (`${removed}, ${added}`.match(/\d+/g) ?? []) : []) expect(isSeen).toContain(id)
    }
  }
  await expectNothingOfHidden(as, visible)
}

/** A bug that is not there answers as one that may not be seen. */
async function expectNothingOfHidden(as: Operations, visible: readonly Row<'bugs'>[]): Promise<void> {
  const seen = new Set(visible.map((bug) => bug.id))
  const hidden = Array.from({ length: 40 }, (_, index) => index + 1).filter((id) => !seen.has(id))
  const wrong = async (id: number) => {
    try {
      return await as.bugs.history({ ids: [id] })
    } catch (error) {
      return isTrackerError(error) && error.code
    }
  }
  for (const id of [...hidden.slice(0, 3), 1_000_000]) expect(await wrong(id)).toBe('bug_id_does_not_exist')
}
