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
import type { ListEdit } from '../fields/input-values.js'
import { rule, type BugWrite } from './rule.js'
import { parseSeeAlso, type SeeAlsoLink } from './see-also.js'
import { rightsOf } from '../fields/names.js'
import { productOf } from '../fields/values.js'

type Links = BugDraft<'see_also'>

export const seeAlsoRule = rule({
  name: 'see also',
  needs: ['see_also'],
  applies: ({ see_also }) => see_also !== undefined,
  createLinks(draft, write) {
    editSeeAlso(draft, { add: write.input.see_also }, write, 'see_also')
  },
  update(draft, write) {
    editSeeAlso(draft, write.input.see_also ?? {}, write)
  },
})

type SeeAlsoEdit = Omit<ListEdit, 'set'>

/** The references to bugs of this installation among links, for looking them up. Links that are none are left for later. */
export function localRefs(call: Call, edit: SeeAlsoEdit): string[] {
  return [...(edit.add ?? []), ...(edit.remove ?? [])].flatMap((given) => {
    const link = parsed(call, given)
    return link && 'local' in link ? [link.local] : []
  })
}

/**
 * Adds and removes links of a bug. A link to a local bug is also added to that bug if the caller may change it.
 * Removing a link that does not exist has no effect, nor does a link to a bug that the caller cannot see.
 * @throws param_invalid where no links are used, bug_url_invalid, bug_url_too_long, bug_id_does_not_exist,
 *   improper_bug_id_field_value, see_also_self_reference
 */
function editSeeAlso(
  draft: Links,
  edit: SeeAlsoEdit,
  write: Pick<BugWrite<'see_also'>, 'call' | 'bugs' | 'draftFor'>,
  field = 'see_also.add',
): void {
  const { call, bugs, draftFor } = write
  for (const given of edit.add ?? []) {
    if (!isOn(call.catalogue, 'use_see_also'))
      throw new TrackerError('param_invalid', { field, value: given, problem: 'use_see_also is off' })
    const link = parseSeeAlso(given, call.catalogue, field)
    if ('url' in link) {
      addLink(draft, link.url, null)
      continue
    }
    const other = bugs.require(link.local, field)
    const { id } = draft.row
    if (other.id === id) throw new TrackerError('see_also_self_reference', { field, value: given })
    addLink(draft, urlOfBug(call.catalogue, other.id), other.id)
    if (mayLinkBack(call, other)) addLink(draftFor(other), urlOfBug(call.catalogue, id), id)
  }
  for (const given of edit.remove ?? []) removeLink(draft, given, write)
}

function removeLink(
  draft: Links,
  given: string,
  { call, bugs, draftFor }: Pick<BugWrite<'see_also'>, 'call' | 'bugs' | 'draftFor'>,
): void {
  const link = parsed(call, given)
  const other = link && 'local' in link ? bugs.find(link.local) : undefined
  if (!other) return dropUrl(draft, link && 'url' in link ? link.url : given, null)
  dropUrl(draft, urlOfBug(call.catalogue, other.id), other.id)
  const { id } = draft.row
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

function addLink(draft: Links, url: string, local_bug_id: number | null): void {
  const links = draft.part('see_also')
  if (!links.has(fold(url))) draft.setPart('see_also', new Map([...links, [fold(url), { url, local_bug_id }]]))
}

function dropUrl(draft: Links, url: string, localBugId: number | null): void {
  const links = draft.part('see_also')
  if (links.get(fold(url))?.local_bug_id !== localBugId) return
  draft.setPart('see_also', new Map([...links].filter(([folded]) => folded !== fold(url))))
}
