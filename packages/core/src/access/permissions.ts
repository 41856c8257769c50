// The decision table for changes to fields of bugs. Pure.
import { isOn, type Product } from '../setup/catalogue.js'
import { hasRight, type Viewer } from '../call/context.js'
import type { Row } from '../schema/index.js'
import { hasProductGrant } from './products.js'

type Roles = Pick<Row<'bugs'>, 'creator_id' | 'assigned_to_id' | 'qa_contact_id'>

/** Roles of a caller that affect their permissions on a bug. */
export interface BugRoles {
  readonly isTimeTracker: boolean
  /** Here and for canconfirm: everywhere, or in the product of the bug. */
  readonly hasEditbugs: boolean
  readonly hasCanconfirm: boolean
  /** Before or after the change; where that role itself changes, before. */
  readonly isAssignee: boolean
  /** The same, and QA contacts are in use. */
  readonly isQaContact: boolean
  readonly isCreator: boolean
  /** The parameter letsubmitterchoosepriority. */
  readonly submittersChoosePriority: boolean
}

/** Returns true if the caller may tick boxes of task lists in the comments of others. */
export function mayTick({ hasEditbugs, isAssignee }: BugRoles): boolean {
  return hasEditbugs || isAssignee
}

export interface FieldRights {
  /** Only these users can change the field, regardless of other permissions. */
  readonly changedBy?: 'time tracker'
  /**
   * 'assigned': for the assignee and users who edit bugs; 'priority': for reporters only if the installation permits
   * it; 'own rules': the table does not decide.
   */
  readonly rights?: 'assigned' | 'priority' | 'own rules'
}

/** One field that would change. */
export interface FieldEdit extends FieldRights {
  /** A confirmed bug would become unconfirmed, or one that never was confirmed would be. */
  readonly flipsConfirmation?: boolean
  /** The bug would go from one open status to another. */
  readonly staysOpen?: boolean
}

/**
 * The decision table: the first line that applies decides. For fields whose value changes; comments, flags, the CC list and
 * groups have separate rules.
 */
export function mayChange(roles: BugRoles, { changedBy, rights, flipsConfirmation, staysOpen }: FieldEdit): boolean {
  if (changedBy === 'time tracker' && !roles.isTimeTracker) return false
  if (roles.hasEditbugs) return true
  if (flipsConfirmation) return roles.hasCanconfirm
  if (roles.isAssignee || roles.isQaContact) return true
  if (rights === 'assigned') return false
  if (rights === 'priority' && !roles.submittersChoosePriority) return false
  if (staysOpen) return false
  return roles.isCreator
}

/** Users can always remove themselves. To remove others, they need editbugs or a role in the bug. */
export function mayRemoveFromCc(roles: BugRoles, isSelf: boolean): boolean {
  return isSelf || roles.hasEditbugs || roles.isAssignee || roles.isQaContact
}

/** Returns the caller's roles in a bug of `product` that changes from `before` to `after`. */
export function rolesIn(viewer: Viewer, product: Product, before: Roles, after: Roles = before): BugRoles {
  const { who, catalogue } = viewer
  const me = who.user?.id
  const holds = (role: keyof Roles) => me !== undefined && (before[role] === me || after[role] === me)
  return {
    isTimeTracker: who.isTimeTracker,
    hasEditbugs: hasProductRight(viewer, product, 'editbugs'),
    hasCanconfirm: hasProductRight(viewer, product, 'canconfirm'),
    isAssignee: holds('assigned_to_id'),
    isQaContact: isOn(catalogue, 'useqacontact') && holds('qa_contact_id'),
    isCreator: before.creator_id === me,
    submittersChoosePriority: isOn(catalogue, 'letsubmitterchoosepriority'),
  }
}

/** Returns true if the caller may change bugs of the product without email. Others could hide changes from the people concerned. */
export function maySkipMail(viewer: Viewer, product: Product): boolean {
  return hasProductRight(viewer, product, 'editbugs')
}

/** Returns true if the caller has the permission globally or in this product. */
export function hasProductRight(
  viewer: Viewer,
  product: Product,
  right: 'editcomponents' | 'editbugs' | 'canconfirm',
): boolean {
  return hasRight(viewer, right) || hasProductGrant(viewer, product, right)
}
