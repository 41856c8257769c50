// Data of bugs that responses only have on request.
import type { Call } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { groupBy } from '../../../kernel/collections.js'
import type { Reader, Row } from '../../../schema/index.js'
import { marksOf } from '../../marks/set.js'
import type { BugPlan } from '../fields/view-context.js'

/** By bug ID. */
export interface OnRequest {
  /** The caller's own tags, by name. */
  readonly tags: ReadonlyMap<number, readonly Row<'personal_tags'>[]>
  /** The times up to which the caller has seen the bugs. */
  readonly seen: ReadonlyMap<number, Date>
}

const none = new Map<number, never>()

export async function loadOnRequest(tx: Reader, { call, sets }: BugPlan, rows: readonly BugRow[]): Promise<OnRequest> {
  const ids = rows.map((row) => row.id)
  const [tags, seen] = await Promise.all([
    sets.has('tags') ? loadTags(tx, call, ids) : none,
    sets.has('seen') ? loadSeen(tx, call, ids) : none,
  ])
  return { tags, seen }
}

async function loadTags(tx: Reader, { who: { user } }: Call, bugIds: readonly number[]): Promise<OnRequest['tags']> {
  if (!user) return none
  const tags = await tx.select({
    from: 'personal_tags',
    where: { col: 'user_id', eq: user.id },
    order: [{ col: 'name_folded' }],
  })
  if (tags.length === 0) return none
  const ofTags = { col: 'tag_id', in: tags.map((tag) => tag.id) } as const
  const rows = await tx.select({ from: 'bug_tags', where: { and: [ofTags, { col: 'bug_id', in: bugIds }] } })
  const tagged = groupBy(rows, (row) => row.tag_id)
  const pairs = tags.flatMap((tag) => (tagged.get(tag.id) ?? []).map(({ bug_id }) => ({ bug_id, tag })))
  return new Map([...groupBy(pairs, (pair) => pair.bug_id)].map(([id, ofBug]) => [id, ofBug.map(({ tag }) => tag)]))
}

async function loadSeen(tx: Reader, { who: { user } }: Call, bugIds: readonly number[]): Promise<OnRequest['seen']> {
  if (!user) return none
  const rows = await tx.select({
    from: 'bug_marks',
    where: marksOf(user.id, bugIds),
    columns: ['bug_id', 'seen_until'],
  })
  return new Map(rows.flatMap(({ bug_id, seen_until }) => (seen_until ? [[bug_id, seen_until] as const] : [])))
}
