// What an update does to one bug, in the order in which its fields depend on each other. Nothing is read or written here.
import { mayChange, rolesIn, type BugRoles } from '../../../access/permissions.js'
import type { Catalogue, Component, Product } from '../../../setup/catalogue.js'
import { groupBy } from '../../../kernel/collections.js'
import { remainingAfter } from '../../comments/hours.js'
import { permittedTags } from '../../comments/tags.js'
import { TrackerError } from '../../../kernel/errors.js'
import { newlyAsked } from '../../flags/changes.js'
import { nextFlags } from '../../flags/plan.js'
import { flagsAfterMove } from '../../flags/after-move.js'
import { fold } from '../../../store/index.js'
import { nextAliases } from '../rules/aliases.js'
import { changesOf } from '../state/changes.js'
import { requireMandatory, setCustom } from '../rules/custom-input.js'
import { editDependencies } from '../rules/dependencies.js'
import type { BugDraft } from '../state/draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { nextGroups } from '../rules/groups.js'
import { nextKeywords } from '../rules/keywords.js'
import { editSeeAlso } from '../rules/links.js'
import type { Update } from './load-write.js'
import { editCc, nextRoles } from '../rules/people.js'
import { nextPlacement } from '../rules/placement.js'
import { plainColumns } from './plain-fields.js'
import { deniedMove, firstConfirmed, moveBetween, nextStatus, requireTransitionFields } from '../rules/status.js'
import { rightsOf } from '../fields/names.js'
import { productOf } from '../fields/values.js'
import { valueName } from '../fields/choices.js'

/** Changes the draft as the input says, and the drafts of bugs that change with it. @throws whatever is wrong with the input */
export function planBugUpdate(update: Update, draft: BugDraft): void {
  const { call, input } = update
  const { catalogue } = call
  const { before, after } = draft
  const old = productOf(catalogue, before.row)
  const { product, component, columns } = nextPlacement(call, before.row, input, callerRoles(update, draft, old))
  const isMove = product.id !== old.id
  const isRelocated = component.id !== before.row.component_id
  Object.assign(after.row, columns)
  if (isMove || input.groups) after.groups = nextGroups(call, product, before.groups, input.groups ?? {}, isMove)
  editLinks(update, draft)
  if (input.keywords) after.keywords = nextKeywords(catalogue, before.keywords, input.keywords)
  Object.assign(after.row, plainColumns(catalogue, input))
  Object.assign(after.row, nextRoles(call, component, before.row, input, update.person))
  planComment(update, draft)
  planStatus(update, draft, product)
  setCustom(after, update.custom, update.bugs)
  requireMandatory(catalogue, after, (field) => update.custom.some(([named]) => named === field))
  if (isRelocated) for (const id of component.default_cc_ids) after.cc.add(id)
  if (input.cc) editCc(call, after.cc, input.cc, callerRoles(update, draft, old), update.person)
  if (typeof input.alias === 'string' || input.alias)
    after.aliases = nextAliases(before.aliases, aliasEdit(input.alias))
  planFlags(update, draft, component)
  requireRights(update, draft, old)
}

/** Flags that do not apply where the bug goes change or go; then comes the input. Who is asked is put on the CC list. */
function planFlags(
  { call, input, requestees, setters }: Update,
  { before, after }: BugDraft,
  component: Component,
): void {
  if (component.id !== before.row.component_id) {
    const carriers = groupBy(before.flags, (flag) => flag.attachment_id)
    after.flags = [...carriers.values()].flatMap((flags) => flagsAfterMove(call, component, flags, setters))
  }
  const changes = input.flags ?? []
  if (changes.length === 0) return
  const ofBug = after.flags.filter((flag) => flag.attachment_id === null)
  const carrier = { bugId: after.row.id, attachmentId: null, component }
  const next = nextFlags(call, carrier, ofBug, changes, requestees.find)
  for (const id of newlyAsked(ofBug, next)) if (requestees.wantCc(id)) after.cc.add(id)
  after.flags = [...next, ...after.flags.filter((flag) => flag.attachment_id !== null)]
}

function editLinks(update: Update, draft: BugDraft): void {
  const { call, input, bugs, draftFor } = update
  for (const direction of ['depends_on', 'blocks'] as const) {
    const edit = input[direction]
    if (edit) editDependencies(draft, direction, edit, bugs, draftFor)
  }
  if (input.see_also) editSeeAlso(call, draft, input.see_also, bugs, draftFor)
}

/** A comment, hours worked, and who may read the comments there are. Hours alone make a comment without text. */
function planComment({ call, input, comments }: Update, draft: BugDraft): void {
  const { who } = call
  const { after } = draft
  const text = input.comment?.body ?? input.comment?.comment ?? ''
  const is_private = input.comment?.is_private ?? false
  const work_time = input.work_time ?? 0
  if (work_time !== 0 && !who.isTimeTracker)
    throw new TrackerError('illegal_change', { field: 'work_time', value: work_time })
  if (text !== '' && is_private && !who.isInsider)
    throw new TrackerError('user_not_insider', { field: 'comment.is_private', value: true })
  const tags = permittedTags(call, input.comment_tags)
  if (text !== '' || work_time !== 0) draft.comments.push({ text, is_private, work_time, tags })
  else if (tags.length > 0) throw new TrackerError('param_required', { field: 'comment' })
  if (work_time !== 0 && typeof input.remaining_time !== 'number')
    after.row.remaining_time = remainingAfter(after.row.remaining_time, work_time)
  for (const [id, wanted] of Object.entries(input.comment_is_private ?? {})) {
    const comment = comments.get(Number(id))
    if (!comment || comment.bug_id !== after.row.id) continue
    if (comment.is_private === wanted) continue
    if (!who.isInsider) throw new TrackerError('user_not_insider', { field: `comment_is_private.${id}`, value: wanted })
    draft.privacy.push({ comment_id: comment.id, is_private: wanted })
  }
}

function planStatus(update: Update, draft: BugDraft, product: Product): void {
  const { call, input } = update
  const { before, after } = draft
  const { catalogue } = call
  const { resolution } = input
  const status = isSameStatus(catalogue, before.row, input.status)
    ? (statusOfMove(draft, catalogue, product) ?? input.status)
    : input.status
  const duplicateOf = input.dupe_of ? update.bugs.require(input.dupe_of, 'dupe_of').id : undefined
  Object.assign(after.row, nextStatus(catalogue, product, after.row, { status, resolution, duplicateOf }))
  const isSaid = draft.comments.some((comment) => comment.text !== '')
  requireTransitionFields(catalogue, product, before.row, after.row, isSaid)
}

function isSameStatus(catalogue: Catalogue, { status_id }: BugRow, name: string | null | undefined): boolean {
  return name === undefined || fold(name?.trim() ?? '') === fold(valueName(catalogue, status_id))
}

/** A move can take a status away. */
function statusOfMove({ before, after }: BugDraft, catalogue: Catalogue, product: Product): string | undefined {
  return before.row.product_id === product.id ? undefined : firstConfirmed(catalogue, product, after.row)
}

function aliasEdit(given: NonNullable<Update['input']['alias']>) {
  if (typeof given === 'string') return { set: [given] }
  return Array.isArray(given) ? { set: given } : given
}

/** Fields with rules of their own. */
const ruledElsewhere: readonly string[] = ['cc', 'groups', 'status']

/**
 * Asks the decision table about every field that the input names and that differs. Fields that change only because others do
 * (a resolution that is cleared, hours that closing sets to 0) are not asked about.
 * @throws illegal_change; illegal_bug_status_transition for the status
 */
function requireRights(update: Update, draft: BugDraft, product: Product): void {
  const { call, input } = update
  const asked = callerRoles(update, draft, product)
  // Nobody gets a right to a role by taking it.
  const asBefore = rolesIn(call, product, draft.before.row)
  const named = new Set<string>(Object.keys(input))
  if (input.reset_assigned_to) named.add('assigned_to')
  if (input.reset_qa_contact) named.add('qa_contact')
  if (draft.before.row.product_id !== draft.after.row.product_id) {
    named.add('component').add('version')
    // Chosen only if the caller may, see nextPlacement.
    named.delete('target_milestone')
  }
  // People's names do not matter here: who differs, differs by id too.
  const changed = changesOf(draft, { catalogue: call.catalogue, login: String }).map((change) => change.field)
  if (named.has('status') && changed.includes('status')) requireMove(update, draft, asked)
  for (const field of changed) {
    if (!named.has(field) || ruledElsewhere.includes(field)) continue
    const roles = field === 'assigned_to' || field === 'qa_contact' ? asBefore : asked
    if (!mayChange(roles, rightsOf(field)))
      throw new TrackerError('illegal_change', { field, value: input[field as never] })
  }
}

function requireMove({ call: { catalogue } }: Update, { before, after }: BugDraft, asked: BugRoles): void {
  const status = catalogue.values.get(after.row.status_id)
  if (!status || mayChange(asked, moveBetween(catalogue, before.row, status))) return
  throw deniedMove(catalogue, productOf(catalogue, after.row), before.row, status, asked)
}

function callerRoles({ call }: Update, { before, after }: BugDraft, product: Product): BugRoles {
  return rolesIn(call, product, before.row, after.row)
}
