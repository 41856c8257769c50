// That the feed tells a reader of bugs what Get, History and Comments show that reader of them, and nothing else.
import { expect } from 'vitest'
import type { ChangeEntry, Operations } from '../../src/generated/operations.js'

/** `entries`: all that the reader is told as of now, from the beginning of the feed on. */
export async function expectSameAsBugs(as: Operations, entries: readonly ChangeEntry[], ids: readonly number[]) {
  const { bugs } = await as.bugs.get({ ids: [...ids], permissive: true, include_fields: ['id'] })
  const visible = bugs.map(({ id }) => id)
  const seen = new Set<number | undefined>(visible)
  const about = (id: number) => entries.filter((entry) => entry.bug_id === id)
  const { bugs: histories } = await as.bugs.history({ ids: visible })
  const { bugs: discussions } = await as.comments.get({ ids: visible })
  const { bugs: files } = await as.attachments.get({ ids: visible, include_fields: ['id'] })
  for (const [index, id] of visible.entries()) {
    const told = about(id)
    expect(told.filter(({ type }) => type === 'bug.created')).toHaveLength(1)
    expect(told[0]?.type).toBe('bug.created')
    expect(told.flatMap(({ changes }) => changes)).toEqual(histories[index]?.history.flatMap(({ changes }) => changes))
    expect(told.flatMap(({ comments }) => comments.map((one) => one.id))).toEqual(
      discussions[id]?.comments.map((one) => one.id),
    )
    expect(told.flatMap(({ attachments }) => attachments.map((one) => one.id))).toEqual(files[id]?.map((one) => one.id))
  }
  const hidden = entries.filter(({ type, bug_id }) => type !== 'administration.changed' && !seen.has(bug_id))
  // Of a bug that everybody could see, and nobody else may since, the number and the moment alone.
  for (const { type, user, changes, comments, attachments, flags } of hidden)
    expect({ type, user, changes, comments, attachments, flags }).toEqual({
      ...{ type: 'bug.hidden', user: null, changes: [], comments: [], attachments: [], flags: [] },
    })
}
