// Compares the feed for a reader of bugs with Get, History and Comments for that reader.
import { expect } from 'vitest'
import { groupBy, slicesOf } from '../../src/kernel/collections.js'
import type { ChangeEntry, Operations } from '@trackerkit/types'

/** `entries`: all entries for the reader, from the beginning of the feed. `ids`: all existing bugs. */
export async function expectSameAsBugs(as: Operations, entries: readonly ChangeEntry[], ids: readonly number[]) {
  const about = groupBy(entries, ({ bug_id }) => bug_id)
  const seen = new Set<number | undefined>()
  for (const some of slicesOf(ids)) for (const id of await expectSameOf(as, about, some)) seen.add(id)
  const hidden = entries.filter(({ type, bug_id }) => type !== 'administration.changed' && !seen.has(bug_id))
  // A bug that was public and is now hidden only leaves its ID and time.
  for (const { type, user, changes, comments, attachments, flags, code_links } of hidden)
    expect({ type, user, changes, comments, attachments, flags, code_links }).toEqual({
      ...{ type: 'bug.hidden', user: null, changes: [], comments: [], attachments: [], flags: [], code_links: [] },
    })
}

/** Those of the bugs that the reader may see. */
async function expectSameOf(
  as: Operations,
  about: ReadonlyMap<number | undefined, readonly ChangeEntry[]>,
  ids: readonly number[],
): Promise<number[]> {
  const { bugs } = await as.bugs.get({ ids: [...ids], permissive: true, include_fields: ['id'] })
  const visible = bugs.map(({ id }) => id)
  if (visible.length === 0) return []
  const { bugs: histories } = await as.bugs.history({ ids: visible })
  const { bugs: discussions } = await as.comments.get({ ids: visible })
  const { bugs: files } = await as.attachments.get({ ids: visible, include_fields: ['id'] })
  for (const [index, id] of visible.entries()) {
    const told = about.get(id) ?? []
    expect(told.filter(({ type }) => type === 'bug.created')).toHaveLength(1)
    expect(told[0]?.type).toBe('bug.created')
    expect(told.flatMap(({ changes }) => changes)).toEqual(histories[index]?.history.flatMap(({ changes }) => changes))
    expect(told.flatMap(({ comments }) => comments.map((one) => one.id))).toEqual(
      discussions[id]?.comments.map((one) => one.id),
    )
    expect(told.flatMap(({ attachments }) => attachments.map((one) => one.id))).toEqual(files[id]?.map((one) => one.id))
  }
  return visible
}
