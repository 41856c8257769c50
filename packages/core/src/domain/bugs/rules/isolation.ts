// With strict_isolation, users get roles only in bugs of products that they can edit.
import { maySearch, mayEdit } from '../../../access/products.js'
import { isOn } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { createUserCache, type UserCache } from '../../users/user-cache.js'
import { groupBy } from '../../../kernel/collections.js'
import type { Link } from './chains.js'
import { changeOf } from '../state/changes.js'
import { fail, type Refuse } from './refuse.js'
import { changedLinks } from './dependencies.js'
import type { AnyDraft } from '../state/draft.js'
import { productOf } from '../fields/values.js'

/**
 * Checks the people who get a role in bugs and, when bugs move to another product, those who keep one. Also checks that
 * the caller may change the bugs at the other end of new dependencies. In a new bug, every role is new.
 * @throws invalid_user_group, illegal_change_deps
 */
export async function requireIsolation(
  tx: Reader,
  call: Call,
  drafts: Iterable<AnyDraft>,
  people: UserCache = createUserCache(tx, call.catalogue),
  refuse: Refuse = fail,
): Promise<void> {
  if (!isOn(call.catalogue, 'strict_isolation')) return
  const all = [...drafts]
  const wanted = all.map((draft) => ({ draft, users: participants(draft) }))
  const callers = await people.callers(wanted.flatMap(({ users }) => users.map(([, id]) => id)))
  for (const { draft, users } of wanted) {
    const product = productOf(call.catalogue, draft.row)
    for (const [field, id] of users) {
      const who = callers.get(id)
      if (!who) continue
      const viewer = { who, catalogue: call.catalogue }
      if (!maySearch(viewer, product) || !mayEdit(viewer, product))
        refuse(draft.row.id, new TrackerError('invalid_user_group', { field, value: who.user?.login }))
    }
  }
  requireEditableEnds(call, all, refuse)
}

/** Under the field of the input that makes them take part. */
function participants(draft: AnyDraft): (readonly [field: string, userId: number])[] {
  const { isNew, before, row } = draft
  const isNewPlace = isNew || before.product_id !== row.product_id
  const { assigned_to_id, qa_contact_id } = row
  const roles: (readonly [string, number])[] = []
  if (isNewPlace || assigned_to_id !== before.assigned_to_id) roles.push(['assigned_to', assigned_to_id])
  if (qa_contact_id !== null && (isNewPlace || qa_contact_id !== before.qa_contact_id))
    roles.push(['qa_contact', qa_contact_id])
  const cc = isNewPlace ? draft.part('cc') : changeOf(draft, 'cc', (ids) => ids).added
  return [...roles, ...Array.from(cc, (id) => ['cc', id] as const)]
}

/** Reports the bug whose update makes the link, not the other end: no caller updates a bug that they may not change. */
function requireEditableEnds(call: Call, drafts: readonly AnyDraft[], refuse: Refuse): void {
  const { added } = changedLinks(drafts)
  const others = groupBy([...added, ...added.map(([from, to]): Link => [to, from])], ([end]) => end)
  for (const { row } of drafts) {
    const linked = others.get(row.id)
    if (!linked || mayEdit(call, productOf(call.catalogue, row))) continue
    const error = new TrackerError('illegal_change_deps', { field: 'depends_on', value: row.id })
    for (const [, other] of linked) refuse(other, error)
  }
}
