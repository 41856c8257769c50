// With strict_isolation nobody gets a part in a bug whose product they could not work on.
import { maySearch, mayEdit } from '../../../access/products.js'
import { isOn } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { createUserCache, type UserCache } from '../../users/user-cache.js'
import { difference } from '../state/changes.js'
import { changedLinks } from './dependencies.js'
import type { BugDraft } from '../state/draft.js'
import { productOf } from '../fields/values.js'

/**
 * Checks the people who get a part in bugs, and in a product that bugs move to everybody who keeps one; and that the caller may
 * change the bugs that new dependencies lead to. In a bug that is being `made` everybody is new.
 * @throws invalid_user_group, illegal_change_deps
 */
export async function requireIsolation(
  tx: Reader,
  call: Call,
  drafts: Iterable<BugDraft>,
  {
    made,
    people = createUserCache(tx, call.catalogue),
  }: { readonly made?: BugDraft; readonly people?: UserCache } = {},
): Promise<void> {
  if (!isOn(call.catalogue, 'strict_isolation')) return
  const all = [...drafts]
  const wanted = all.map((draft) => ({ draft, users: participants(draft, draft === made) }))
  const callers = await people.callers(wanted.flatMap(({ users }) => users.map(([, id]) => id)))
  for (const { draft, users } of wanted) {
    const product = productOf(call.catalogue, draft.after.row)
    for (const [field, id] of users) {
      const who = callers.get(id)
      if (!who) continue
      const viewer = { who, catalogue: call.catalogue }
      if (!maySearch(viewer, product) || !mayEdit(viewer, product))
        throw new TrackerError('invalid_user_group', { field, value: who.user?.login })
    }
  }
  requireEditableEnds(call, all)
}

/** Under the field of the input that makes them take part. */
function participants({ before, after }: BugDraft, isNew: boolean): (readonly [field: string, userId: number])[] {
  const isNewPlace = isNew || before.row.product_id !== after.row.product_id
  const { assigned_to_id, qa_contact_id } = after.row
  const roles: (readonly [string, number])[] = []
  if (isNewPlace || assigned_to_id !== before.row.assigned_to_id) roles.push(['assigned_to', assigned_to_id])
  if (qa_contact_id !== null && (isNewPlace || qa_contact_id !== before.row.qa_contact_id))
    roles.push(['qa_contact', qa_contact_id])
  const cc = isNewPlace ? [...after.cc] : difference(before.cc, after.cc).added
  return [...roles, ...cc.map((id) => ['cc', id] as const)]
}

function requireEditableEnds(call: Call, drafts: readonly BugDraft[]): void {
  const ends = new Set(changedLinks(drafts).added.flat())
  for (const { after } of drafts) {
    if (ends.has(after.row.id) && !mayEdit(call, productOf(call.catalogue, after.row)))
      throw new TrackerError('illegal_change_deps', { field: 'depends_on', value: after.row.id })
  }
}
