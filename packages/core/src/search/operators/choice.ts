// Columns that hold the id of something with a name: the names are compared in memory, the ids in the store.
import type { EntityName } from '../../schema/index.js'
import { always, either, every, isIn, isNull, never, type ColumnOf } from '../condition/columns.js'
import { anyOfPeople, takePronouns, type SameAs } from '../condition/pronouns.js'
import type { OperatorContext, Scope } from '../condition/scope.js'
import type { ColumnOperator } from './ask.js'
import type { Comparison } from '../condition/comparisons.js'
import { textMatcher } from './text.js'

interface Named {
  readonly id: number
  readonly name: string
}

/** One of the things that `choices` lists. */
export function choice<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  choices: (scope: Scope) => Iterable<Named>,
): ColumnOperator<E> {
  return (comparison, values, context) => {
    const all = [...choices(context.scope)]
    const matches = textMatcher(comparison, values, context.test.source.value)
    const found = all.filter((one) => matches(one.name))
    return found.length === all.length
      ? always
      : isIn<E>(
          col,
          found.map((one) => one.id),
        )
  }
}

/** A person, by login. In a nullable column nobody is there where it is NULL. */
export function person<E extends EntityName>(col: ColumnOf<E, 'int'>, sameAs?: SameAs<E>): ColumnOperator<E> {
  return (comparison, values, context) => {
    if (comparison === 'empty') return isNull<E>(col)
    const { meant, others } = takePronouns<E>(col, values, context, sameAs)
    return anyOfPeople<E>(meant, col, peopleNamed('login', comparison, others, context))
  }
}

/** A person, by real name. Nobody has no name. */
export function realName<E extends EntityName>(col: ColumnOf<E, 'int'>): ColumnOperator<E> {
  return (comparison, values, context) => {
    const named = isIn<E>(col, peopleNamed('real_name', comparison, values, context))
    return comparison === 'empty' ? either([isNull<E>(col), named]) : named
  }
}

function peopleNamed(
  by: 'login' | 'real_name',
  comparison: Comparison,
  values: readonly string[],
  { scope, test }: OperatorContext,
) {
  return values.length === 0 && comparison !== 'empty'
    ? []
    : scope.lookup.people({ by, comparison, values, field: test.source.value })
}

const flagStatuses = ['?', '+', '-'] as const

/** A flag, by the name of its type and its status: 'review?'. */
export const flagName: ColumnOperator<'flags'> = (comparison, values, context) => {
  const types = [...context.scope.catalogue.flagTypes.values()]
  const matches = textMatcher(comparison, values, context.test.source.value)
  const ways = flagStatuses.map((status) => {
    const ids = types.filter((type) => matches(type.name + status)).map((type) => type.id)
    return ids.length === 0 ? never : every([isIn<'flags'>('type_id', ids), isIn<'flags'>('status', [status])])
  })
  return either(ways)
}
