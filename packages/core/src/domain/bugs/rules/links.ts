// See-also links of bugs: those of the bug itself, and the way back on bugs of this installation.
import { mayChange, rolesIn } from '../../../access/permissions.js'
import { mayEdit } from '../../../access/products.js'
import { isOn } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { isTrackerError, TrackerError } from '../../../kernel/errors.js'
import { fold } from '../../../store/index.js'
import { urlOfBug } from '../../../access/bug-url.js'
import type { BugDraft } from '../state/draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugFinder } from './lookups.js'
import { parseSeeAlso, type SeeAlsoLink } from './see-also.js'
import { rightsOf } from '../fields/names.js'
import { productOf } from '../fields/values.js'

export interface SeeAlsoEdit {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

/** The references to bugs of this installation among links, for looking them up. Links that are none are left for later. */
export function localRefs(call: Call, edit: SeeAlsoEdit): string[] {
  return [...(edit.add ?? []), ...(edit.remove ?? [])].flatMap((given) => {
    const link = parsed(call, given)
    return link && 'local' in link ? [link.local] : []
  })
}

/**
 * Adds and removes links of a bug. A link to a bug here is made from there too, where the caller may change that. What is not
 * there to be removed is ignored, and so is a link to a bug that the caller cannot see.
 * @throws param_invalid where no links are used, bug_url_invalid, bug_url_too_long, bug_id_does_not_exist,
 *   improper_bug_id_field_value, see_also_self_reference
 */
export function editSeeAlso(
  call: Call,
  draft: BugDraft,
  edit: SeeAlsoEdit,
  bugs: BugFinder,
  draftFor: (bug: BugRow) => BugDraft,
  field = 'see_also.add',
): void {
  for (const given of edit.add ?? []) {
    if (!isOn(call.catalogue, 'use_see_also'))
      throw new TrackerError('param_invalid', { field, value: given, problem: 'use_see_also is off' })
    const link = parseSeeAlso(given, call.catalogue, field)
    if ('url' in link) {
      addLink(draft, link.url, null)
      continue
    }
    const other = bugs.require(link.local, field)
    if (other.id === draft.before.row.id) throw new TrackerError('see_also_self_reference', { field, value: given })
    addLink(draft, urlOfBug(call.catalogue, other.id), other.id)
    if (mayLinkBack(call, other)) {
      const { id } = draft.before.row
      addLink(draftFor(other), urlOfBug(call.catalogue, id), id)
    }
  }
  for (const given of edit.remove ?? []) removeLink(call, draft, given, bugs, draftFor)
}

function removeLink(
  call: Call,
  draft: BugDraft,
  given: string,
  bugs: BugFinder,
  draftFor: (bug: BugRow) => BugDraft,
): void {
  const link = parsed(call, given)
  const other = link && 'local' in link ? bugs.find(link.local) : undefined
  if (!other) return dropUrl(draft, link && 'url' in link ? link.url : given, null)
  dropUrl(draft, urlOfBug(call.catalogue, other.id), other.id)
  const { id } = draft.before.row
  if (mayLinkBack(call, other)) dropUrl(draftFor(other), urlOfBug(call.catalogue, id), id)
}

function parsed(call: Call, given: string): SeeAlsoLink | undefined {
  try {
    return parseSeeAlso(given, call.catalogue, 'see_also')
  } catch (error) {
    if (isTrackerError(error)) return undefined
    throw error
  }
}

function mayLinkBack(call: Call, other: BugRow): boolean {
  const product = productOf(call.catalogue, other)
  return mayEdit(call, product) && mayChange(rolesIn(call, product, other), rightsOf('see_also'))
}

function addLink({ after }: BugDraft, url: string, local_bug_id: number | null): void {
  if (!after.see_also.has(fold(url))) after.see_also.set(fold(url), { url, local_bug_id })
}

function dropUrl({ after }: BugDraft, url: string, localBugId: number | null): void {
  if (after.see_also.get(fold(url))?.local_bug_id === localBugId) after.see_also.delete(fold(url))
}
