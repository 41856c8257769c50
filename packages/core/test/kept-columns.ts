// Recomputes and compares the derived columns of bugs.
import { subDays } from 'date-fns/subDays'
import { afterEach, expect } from 'vitest'
import { percentageComplete, roundHours } from '../src/domain/comments/hours.js'
import type { TrackerSchema } from '../src/schema/index.js'
import { fold, type Store } from '../src/store/index.js'
import type { TrackerOptions } from '../src/tracker/options.js'
import { onAnyStore, type World } from './harness.js'

/** Like onAnyStore; after each test all values that are stored twice must agree. */
export function onAnyStoreConsistently(
  title: string,
  body: (world: (options?: Partial<TrackerOptions>) => Promise<World>) => void,
): void {
  onAnyStore(title, (open) => {
    const worlds: World[] = []
    afterEach(async () => {
      for (const world of worlds.splice(0)) await expectConsistency(world.store)
    })
    body(async (options) => {
      const world = await open(options)
      worlds.push(world)
      return world
    })
  })
}

/** Fails when what is kept of bugs does not follow from the rows it is made of. */
export async function expectConsistency(store: Store): Promise<void> {
  await (store as unknown as Store<TrackerSchema>).read(async (tx) => {
    const [bugs, comments, groups] = [
      await tx.select({ from: 'bugs' }),
      await tx.select({ from: 'comments' }),
      await tx.select({ from: 'bug_groups' }),
    ]
    const history = await tx.select({ from: 'bug_history' })
    const values = new Map((await tx.select({ from: 'legal_values' })).map((value) => [value.id, value]))
    for (const bug of bugs) {
      const ofBug = comments.filter((comment) => comment.bug_id === bug.id)
      const actual = roundHours(ofBug.reduce((sum, comment) => sum + comment.work_time, 0))
      expect(bug).toMatchObject({
        summary_folded: fold(bug.summary),
        url_folded: fold(bug.url),
        whiteboard_folded: fold(bug.whiteboard),
        is_open: values.get(bug.status_id)?.is_open,
        group_count: groups.filter((row) => row.bug_id === bug.id).length,
        comment_count: ofBug.length,
        public_comment_count: ofBug.filter((comment) => !comment.is_private).length,
        actual_time: actual,
        percentage_complete: percentageComplete(actual, bug.remaining_time),
      })
      expect(values.get(bug.resolution_id)?.name !== '', `bug ${bug.id} is closed if and only if it is resolved`).toBe(
        !bug.is_open,
      )
      // An inbox skips the bug if its user made the last change and others made theirs before.
      const isByOther = (user: number) => bug.last_changer_id !== null && user !== bug.last_changer_id
      const others = [
        ...ofBug.flatMap(({ creator_id, creation_time }) => (isByOther(creator_id) ? [creation_time] : [])),
        ...history.flatMap(({ bug_id, user_id, at }) => (bug_id === bug.id && isByOther(user_id) ? [at] : [])),
      ]
      const until = bug.others_changed_at ?? subDays(bug.last_change_time, 90)
      expect(others.filter((time) => time > until)).toEqual([])
      // The bug that it was a duplicate of may have been deleted.
      if (bug.dupe_of !== null) expect(values.get(bug.resolution_id)?.name, `bug ${bug.id}`).toBe('DUPLICATE')
      expect(ofBug.map((comment) => comment.count)).toEqual(ofBug.map((_, index) => index))
    }
  })
}
