// Visibility rules, as predicates that every query of the objects includes. Nothing else decides visibility.
import { isOn, type Catalogue } from '../setup/catalogue.js'
import { hasRight, withHeirs, type Caller, type Viewer } from '../call/context.js'
import type { Where } from '../schema/index.js'
import { constant } from '../store/index.js'

/**
 * The bugs a caller may see: public ones, those whose groups the caller is all in (with or_groups: in at least one), and those
 * the caller has a role in.
 */
export function visibleBugs(viewer: Viewer): Where<'bugs'> {
  const { who, catalogue } = viewer
  let ofCatalogue = visible.get(catalogue)
  if (!ofCatalogue) visible.set(catalogue, (ofCatalogue = new WeakMap<Caller, Where<'bugs'>>()))
  let found = ofCatalogue.get(who)
  if (!found) ofCatalogue.set(who, (found = constant(withinLimits(viewer, openTo(viewer)))))
  return found
}

/** Catalogues and callers never change, and most callers come again. */
const visible = new WeakMap<Catalogue, WeakMap<Caller, Where<'bugs'>>>()

/** Those of the bugs that the caller's credential is for. */
export function withinLimits({ who }: Viewer, bugs: Where<'bugs'>): Where<'bugs'> {
  const { productIds } = who.limits
  return productIds ? { and: [{ col: 'product_id', in: [...productIds] }, bugs] } : bugs
}

function openTo({ who, catalogue }: Viewer): Where<'bugs'> {
  if (who.isSystem) return { and: [] }
  const ways: Where<'bugs'>[] = [{ col: 'group_count', eq: 0 }]
  const groups = [...who.groupIds]
  if (groups.length > 0) {
    const mine: Where<'bug_groups'> = { col: 'group_id', in: groups }
    ways.push(
      isOn(catalogue, 'or_groups')
        ? { some: 'groups', where: mine }
        : { not: { some: 'groups', where: { not: mine } } },
    )
  }
  if (who.user) {
    const { id } = who.user
    ways.push(
      {
        and: [
          { col: 'creator_id', eq: id },
          { col: 'is_creator_accessible', eq: true },
        ],
      },
      { col: 'assigned_to_id', eq: id },
      {
        and: [
          { col: 'is_cc_accessible', eq: true },
          { some: 'cc', where: { col: 'user_id', eq: id } },
        ],
      },
    )
    if (isOn(catalogue, 'useqacontact')) ways.push({ col: 'qa_contact_id', eq: id })
  }
  return ways.length === 1 && ways[0] ? ways[0] : { or: ways }
}

/** The comments a caller may see, of bugs the caller may see: private ones are for insiders. */
export function visibleComments({ who }: Viewer): Where<'comments'> {
  return who.isInsider ? { and: [] } : { col: 'is_private', eq: false }
}

/** The column with the number of comments that a caller may see. */
export function commentCountOf({ who }: Pick<Viewer, 'who'>): 'comment_count' | 'public_comment_count' {
  return who.isInsider ? 'comment_count' : 'public_comment_count'
}

/** The attachments a caller may see, of visible bugs: private ones are for insiders and their creators. */
export function visibleAttachments({ who }: Viewer): Where<'attachments'> {
  if (who.isInsider) return { and: [] }
  const open: Where<'attachments'> = { col: 'is_private', eq: false }
  return who.user ? { or: [open, { col: 'creator_id', eq: who.user.id }] } : open
}

/** The history a caller may see, of bugs the caller may see: nothing of hidden attachments, of hours, of hidden comments. */
export function visibleHistory(viewer: Viewer): Where<'bug_history'> {
  const { who } = viewer
  const conditions: Where<'bug_history'>[] = []
  if (!who.isTimeTracker) conditions.push({ not: { col: 'field', in: timeFields } })
  if (!who.isInsider) {
    conditions.push(
      {
        or: [
          { col: 'attachment_id', eq: null },
          { some: 'attachment', where: visibleAttachments(viewer) },
        ],
      },
      { not: { col: 'field', eq: 'longdescs.isprivate' } },
    )
  }
  return { and: conditions }
}

/** Returns whether the caller may see changes of the field. */
export function seesField({ who }: Pick<Viewer, 'who'>, field: string): boolean {
  return who.isTimeTracker || !timeFields.includes(field)
}

/** Fields of bugs that only time trackers see and change. The deadline is visible to all. */
const timeFields: readonly string[] = [
  'estimated_time',
  'remaining_time',
  'work_time',
  'actual_time',
  'percentage_complete',
]

/**
 * Users that a caller can find by ID or part of a name: all, or with usevisibilitygroups the caller and members of the groups
 * visible to the caller's groups. An exact login always finds its user.
 */
export function visibleUsers(viewer: Viewer): Where<'users'> {
  const { who, catalogue } = viewer
  if (!isOn(catalogue, 'usevisibilitygroups') || hasRight(viewer, 'editusers')) return { and: [] }
  const seen = catalogue.inheritance
    .filter((row) => row.kind === 'visible' && who.groupIds.has(row.member_group_id))
    .map((row) => row.group_id)
  const members = membersOf(viewer, seen)
  return who.user ? { or: [members, { col: 'id', eq: who.user.id }] } : members
}

/** The users in any of the groups: direct members, members by pattern, and members of groups that inherit one of them. */
export function membersOf({ catalogue }: Pick<Viewer, 'catalogue'>, groupIds: Iterable<number>): Where<'users'> {
  const groups: Where<'user_groups'> = { col: 'group_id', in: [...withHeirs(catalogue, groupIds)] }
  return { some: 'groups', where: { and: [groups, { not: { col: 'kind', eq: 'bless' } }] } }
}
