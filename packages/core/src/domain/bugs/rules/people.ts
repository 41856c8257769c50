// The people of a bug: assignee, QA contact, CC list. Pure.
import { hasProductRight, mayRemoveFromCc, rolesIn, type BugRoles } from '../../../access/permissions.js'
import { isOn, type Component } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { componentOf, productOf } from '../fields/values.js'
import { isRelocation } from './placement.js'
import { rule } from './rule.js'
import type { PersonFinder } from './lookups.js'

type Roles = Pick<BugRow, 'assigned_to_id' | 'qa_contact_id'>

/** The assignee and QA contact. */
export const peopleRule = rule({
  name: 'people',
  needs: [],
  applies: () => true,
  create({ row }, { call, product, input, person }) {
    const mayChoose = hasProductRight(call, product, 'editbugs')
    Object.assign(row, rolesOfNew(call, componentOf(call.catalogue, row), input, mayChoose, person))
  },
  update({ before, row }, { call, input, person }) {
    Object.assign(row, nextRoles(call, componentOf(call.catalogue, row), before, input, person))
  },
})

/** The CC list. Moving a bug adds the default CC of its new component. */
export const ccRule = rule({
  name: 'cc',
  needs: ['cc'],
  applies: (input) => input.cc !== undefined || isRelocation(input),
  create(draft, { call, input, person }) {
    const named = (input.cc ?? []).map((login) => person(login, 'cc').id)
    draft.setPart('cc', new Set([...componentOf(call.catalogue, draft.row).default_cc_ids, ...named]))
  },
  update(draft, { call, input, person }) {
    const { before, row } = draft
    const cc = new Set(draft.part('cc'))
    if (row.component_id !== before.component_id)
      for (const id of componentOf(call.catalogue, row).default_cc_ids) cc.add(id)
    const roles = rolesIn(call, productOf(call.catalogue, before), before, row)
    if (input.cc) editCc(call, cc, input.cc, roles, person)
    draft.setPart('cc', cc)
  },
})

interface RolesInput {
  readonly assigned_to?: string | null | undefined
  readonly qa_contact?: string | null | undefined
  readonly reset_assigned_to?: boolean | undefined
  readonly reset_qa_contact?: boolean | undefined
}

/**
 * The assignee and QA contact of a new bug: those given if the caller may choose, otherwise those of the component.
 * @throws object_does_not_exist
 */
function rolesOfNew(
  call: Call,
  component: Component,
  given: { readonly assigned_to?: string | undefined; readonly qa_contact?: string | undefined },
  mayChoose: boolean,
  person: PersonFinder,
): Roles {
  const chosen = (field: 'assigned_to' | 'qa_contact') => {
    const login = given[field]?.trim() ?? ''
    return mayChoose && login !== '' ? person(login, field).id : undefined
  }
  return {
    assigned_to_id: chosen('assigned_to') ?? component.default_assigned_to_id,
    qa_contact_id: isOn(call.catalogue, 'useqacontact')
      ? (chosen('qa_contact') ?? component.default_qa_contact_id)
      : null,
  }
}

/**
 * The assignee and QA contact after an update. A reset sets those of the component. If QA contacts are not in use,
 * input about them is ignored.
 * @throws reassign_to_empty, object_does_not_exist, param_invalid
 */
function nextRoles(call: Call, component: Component, bug: BugRow, input: RolesInput, person: PersonFinder): Roles {
  requireOneWay(input, 'assigned_to')
  let { assigned_to_id, qa_contact_id } = bug
  if (input.assigned_to !== undefined) {
    const login = input.assigned_to?.trim() ?? ''
    if (login === '') throw new TrackerError('reassign_to_empty', { field: 'assigned_to', value: input.assigned_to })
    assigned_to_id = person(login, 'assigned_to').id
  }
  if (input.reset_assigned_to) assigned_to_id = component.default_assigned_to_id
  if (!isOn(call.catalogue, 'useqacontact')) return { assigned_to_id, qa_contact_id }
  requireOneWay(input, 'qa_contact')
  if (input.qa_contact !== undefined) {
    const login = input.qa_contact?.trim() ?? ''
    qa_contact_id = login === '' ? null : person(login, 'qa_contact').id
  }
  if (input.reset_qa_contact) qa_contact_id = component.default_qa_contact_id
  return { assigned_to_id, qa_contact_id }
}

/** A role cannot be reset and assigned in one update. */
function requireOneWay(input: RolesInput, field: 'assigned_to' | 'qa_contact'): void {
  const value = input[field]
  if (!input[`reset_${field}`] || !value?.trim()) return
  throw new TrackerError('param_invalid', { field, value, problem: `it cannot be combined with reset_${field}` })
}

/**
 * Changes a CC list in place. Users may add anyone and remove themselves. Removing a user who is not on the list is no
 * error.
 * @throws object_does_not_exist, cc_remove_denied
 */
function editCc(
  call: Call,
  cc: Set<number>,
  edit: { readonly add?: readonly string[] | undefined; readonly remove?: readonly string[] | undefined },
  roles: BugRoles,
  person: PersonFinder,
): void {
  for (const login of edit.add ?? []) cc.add(person(login, 'cc.add').id)
  for (const login of edit.remove ?? []) {
    const { id } = person(login, 'cc.remove')
    if (cc.has(id) && !mayRemoveFromCc(roles, id === call.who.user?.id))
      throw new TrackerError('cc_remove_denied', { field: 'cc.remove', value: login })
    cc.delete(id)
  }
}
