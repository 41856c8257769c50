// Words that stand for people: %user% for the caller, %reporter%, %assignee% and %qacontact% for users with that role
// in the bug, %group.NAME% for the members of a group.
import { membersOf } from '../../access/visibility.js'
import { isOn } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import type { EntityName, Where } from '../../schema/index.js'
import { isIn, type ColumnOf } from './columns.js'
import { pending, type Lookup } from './pending.js'
import type { OperatorContext } from './scope.js'

const roles = { '%reporter%': 'creator', '%assignee%': 'assigned_to', '%qacontact%': 'qa_contact' } as const

/** The rows that name the same person as the bug they belong to does, by the role of that person in the bug. */
export type SameAs<E extends EntityName> = Readonly<Record<(typeof roles)[keyof typeof roles], Where<E>>>

/**
 * Takes the pronouns out of some values.
 * @param sameAs where the column can be compared with the roles of the bug
 * @returns the rows whose person one of the pronouns means, if there are any, and the other values
 * @throws illegal_pronoun, login_required_for_pronoun, invalid_group_name, group_not_visible
 */
export function takePronouns<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  values: readonly string[],
  context: OperatorContext,
  sameAs?: SameAs<E>,
): { meant: Where<E>[]; others: string[] } {
  const isPronoun = (value: string) => /^\s*%[^%]*%\s*$/.test(value)
  return {
    meant: values.filter(isPronoun).map((value) => whoIsMeant(col, value, context, sameAs)),
    others: values.filter((value) => !isPronoun(value)),
  }
}

function whoIsMeant<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  value: string,
  context: OperatorContext,
  sameAs: SameAs<E> | undefined,
): Where<E> {
  const field = context.test.source.value
  const pronoun = value.trim().toLowerCase()
  const role = Object.hasOwn(roles, pronoun) ? roles[pronoun as keyof typeof roles] : undefined
  if (role && sameAs) return sameAs[role]
  if (pronoun.startsWith('%group.')) return pending<E>(col, membersNamed(value, context))
  if (!isCaller(value)) throw new TrackerError('illegal_pronoun', { field, value })
  return isIn<E>(col, [requireCaller(value, context)])
}

/** Returns true if a value means the caller. */
export function isCaller(value: string): boolean {
  return value.trim().toLowerCase() === '%user%'
}

/** The ID of the user who a value means. @throws login_required_for_pronoun */
export function requireCaller(value: string, { scope, test }: OperatorContext): number {
  if (scope.who.user) return scope.who.user.id
  throw new TrackerError('login_required_for_pronoun', { field: test.source.value, value })
}

/** The members of a group that the caller is in and whose members the caller may see. */
function membersNamed(value: string, { scope, test }: OperatorContext): Lookup {
  const { who, catalogue } = scope
  const field = test.source.value
  const name = value.trim().slice('%group.'.length, -1)
  const group = catalogue.groups.named(name)
  if (!group || !who.groupIds.has(group.id)) throw new TrackerError('invalid_group_name', { field, value: name })
  const isSeen = catalogue.inheritance.some(
    (row) => row.kind === 'visible' && row.group_id === group.id && who.groupIds.has(row.member_group_id),
  )
  if (isOn(catalogue, 'usevisibilitygroups') && !isSeen)
    throw new TrackerError('group_not_visible', { field, value: name })
  return { kind: 'users', where: membersOf(scope, [group.id]) }
}

/** Rows that know by relations which role of the bug their person has. */
export function byRelation<E extends EntityName>(prefix = 'as'): SameAs<E> {
  const same = (role: string) => ({ some: `${prefix}_${role}` }) as unknown as Where<E>
  return { creator: same('creator'), assigned_to: same('assigned_to'), qa_contact: same('qa_contact') }
}

/** A column of the bug itself. */
export function byColumn(col: ColumnOf<'bugs', 'int'>): SameAs<'bugs'> {
  const same = (other: string) => ({ col, eqCol: other }) as unknown as Where<'bugs'>
  return { creator: same('creator_id'), assigned_to: same('assigned_to_id'), qa_contact: same('qa_contact_id') }
}
