// The rows that searches may examine for a caller. All conditions on rows that belong to bugs, and every order by
// them, include these predicates: hidden rows are neither matched nor read.
import type { Viewer } from '../../call/context.js'
import { maySearch } from '../../access/products.js'
import { visibleAttachments, visibleBugs, visibleComments, visibleHistory } from '../../access/visibility.js'
import { visibleLinks } from '../../domain/code-links/view.js'
import type { Field } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import type { Where } from '../../schema/index.js'
import { always, never, type RelationOf, type TargetOf } from './columns.js'

/** Relations to one row, visible to every user who sees the bug. */
type Whole =
  | 'product'
  | 'component'
  | 'version'
  | 'target_milestone'
  | 'status'
  | 'resolution'
  | 'priority'
  | 'severity'
  | 'platform'
  | 'op_sys'
  | 'creator'
  | 'assigned_to'
  | 'qa_contact'

/** The relations from a bug to rows of which some may be hidden. */
export type SetRelation = Exclude<RelationOf<'bugs'>, Whole>

/** For each relation the rows that the caller may know of, where the bug is one that the caller may see. */
export const seen: { readonly [R in SetRelation]: (viewer: Viewer) => Where<TargetOf<'bugs', R>> } = {
  aliases: () => always,
  cc: () => always,
  groups: () => always,
  keywords: () => always,
  see_also: (viewer) => ({
    or: [
      { col: 'local_bug_id', eq: null },
      { some: 'local_bug', where: visibleBugs(viewer) },
    ],
  }),
  depends_on: (viewer) => ({ some: 'depends_on', where: visibleBugs(viewer) }),
  blocks: (viewer) => ({ some: 'bug', where: visibleBugs(viewer) }),
  duplicate_of: visibleBugs,
  duplicates: visibleBugs,
  custom_values: (viewer) => {
    const holdBugs = [...viewer.catalogue.fields].filter(({ type }) => type === fieldTypes.bugId).map(({ id }) => id)
    return holdBugs.length === 0 ? always : { or: [{ not: { col: 'field_id', in: holdBugs } }, seesLinked(viewer)] }
  },
  comments: visibleComments,
  attachments: visibleAttachments,
  code_links: visibleLinks,
  flags: (viewer) => ({
    or: [
      { col: 'attachment_id', eq: null },
      { some: 'attachment', where: visibleAttachments(viewer) },
    ],
  }),
  history: visibleHistory,
  tags: ({ who }) => (who.user ? { some: 'tag', where: { col: 'user_id', eq: who.user.id } } : never),
  marks: ({ who }) =>
    who.user ? { and: [{ col: 'user_id', eq: who.user.id }, { not: { col: 'last_visit_ts', eq: null } }] } : never,
  seen_marks: ({ who }) => (who.user ? { col: 'user_id', eq: who.user.id } : never),
}

/** The values of one custom field. */
export function valuesSeen({ id, type }: Field, viewer: Viewer): Where<'custom_values'> {
  const ofField = { col: 'field_id', eq: id } as const
  return type === fieldTypes.bugId ? { and: [ofField, seesLinked(viewer)] } : ofField
}

function seesLinked(viewer: Viewer): Where<'custom_values'> {
  return { some: 'linked_bug', where: visibleBugs(viewer) }
}

/**
 * The products of which the caller may see a bug. The logged-out have no part in any bug, so they see none of a product that
 * hides all its bugs; others may have a part in one of its bugs.
 */
export function productsSeen(viewer: Viewer) {
  const all = [...viewer.catalogue.products]
  return viewer.who.user ? all : all.filter((product) => maySearch(viewer, product))
}

/** Those of some things that belong to products of which the caller may see a bug. */
export function ofProductsSeen<T extends { readonly product_id: number }>(things: Iterable<T>, viewer: Viewer): T[] {
  const ids = new Set(productsSeen(viewer).map(({ id }) => id))
  return [...things].filter((thing) => ids.has(thing.product_id))
}

/** The groups that a bug may be in which the caller sees: to the logged-out none. */
export function groupsSeen({ who, catalogue }: Viewer) {
  return who.user ? catalogue.groups : []
}
