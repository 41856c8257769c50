// Columns that hold the id of something with a name: the names are compared in memory, the ids in the store.
import { flagStatuses } from '../../domain/flags/rights.js'
import type { EntityName } from '../../schema/index.js'
import { always, either, every, isIn, isNull, never, type ColumnOf } from '../condition/columns.js'
import type { Comparison } from '../condition/comparisons.js'
import { pending, type Named, type NameTest } from '../condition/pending.js'
import { isCaller, requireCaller, takePronouns, type SameAs } from '../condition/pronouns.js'
import type { Scope } from '../condition/scope.js'
import type { ColumnOperator } from './ask.js'
import { textMatcher } from './text.js'

/** Matches the ID of one of `choices` by its name. */
export function choice<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  choices: (scope: Scope) => Iterable<Named>,
): ColumnOperator<E> {
  return (comparison, values, { test, scope }) => {
    const all = [...choices(scope)]
    if (isMuch(comparison, values, all))
      return namedLike<E>(col, { comparison, values, field: test.source.value }, test.field, () => choices(scope))
    const matches = textMatcher(comparison, values, test.source.value)
    const found = all.filter((one) => matches(one.name))
    return found.length === all.length
      ? always
      : isIn<E>(
          col,
          found.map((one) => one.id),
        )
  }
}

/** Names times values that are compared at once, which takes less than a millisecond. */
const mostAtOnce = 20_000

function isMuch(comparison: Comparison, values: readonly string[], names: readonly Named[]): boolean {
  return comparison === 'regexp' || values.length * names.length > mostAtOnce
}

/** Patterns and many values take long for many names, so a lookup compares them: it yields to other requests. @throws invalid_regexp */
function namedLike<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  wanted: NameTest,
  of: string,
  choices: () => Iterable<Named>,
) {
  // A bad pattern is rejected before anything is looked up.
  if (wanted.comparison === 'regexp') textMatcher('regexp', wanted.values, wanted.field)
  return pending<E>(col, { kind: 'names', ...wanted, of, choices })
}

/** An operator for a user, by login. NULL in a nullable column means no user. */
export function person<E extends EntityName>(col: ColumnOf<E, 'int'>, sameAs?: SameAs<E>): ColumnOperator<E> {
  return (comparison, values, context) => {
    if (comparison === 'empty') return isNull<E>(col)
    const { meant, others } = takePronouns<E>(col, values, context, sameAs)
    const { value: field } = context.test.source
    const named =
      others.length > 0 ? [pending<E>(col, { kind: 'people', by: 'login', comparison, values: others, field })] : []
    return either([...meant, ...named])
  }
}

/** An operator for a user, by real name. It is empty where there is no user. */
export function realName<E extends EntityName>(col: ColumnOf<E, 'int'>): ColumnOperator<E> {
  return (comparison, values, { test }) => {
    if (values.length === 0 && comparison !== 'empty') return never
    const { value: field } = test.source
    const named = pending<E>(col, { kind: 'people', by: 'real_name', comparison, values, field })
    return comparison === 'empty' ? either([isNull<E>(col), named]) : named
  }
}

/** One of the caller's own tags. */
export const ownTag: ColumnOperator<'bug_tags'> = (comparison, values, { test }) => {
  const { value: field } = test.source
  // A bad pattern is rejected before anything is looked up.
  textMatcher(comparison, values, field)
  return pending<'bug_tags'>('tag_id', { kind: 'tags', comparison, values, field })
}

/** A component by name; `%user%` means the components of the caller. @throws login_required_for_pronoun */
export function orOwnComponents(named: ColumnOperator<'bugs'>): ColumnOperator<'bugs'> {
  return (comparison, values, context) => {
    const caller = values.find(isCaller)
    if (comparison !== 'equals' || caller === undefined) return named(comparison, values, context)
    requireCaller(caller, context)
    const others = values.filter((value) => !isCaller(value))
    const own = pending<'bugs'>('component_id', { kind: 'own components' })
    return others.length === 0 ? own : either([own, named(comparison, others, context)])
  }
}

/** A flag, by the name of its type and its status: 'review?'. */
export const flagName: ColumnOperator<'flags'> = (comparison, values, { test, scope }) => {
  const types = [...scope.catalogue.flagTypes.values()]
  const matches = textMatcher(comparison, values, test.source.value)
  const ways = flagStatuses.map((status) => {
    const isOfStatus = isIn<'flags'>('status', [status])
    const choices = types.map(({ id, name }) => ({ id, name: name + status }))
    if (isMuch(comparison, values, choices)) {
      const wanted = { comparison, values, field: test.source.value }
      return every([namedLike<'flags'>('type_id', wanted, `${test.field} ${status}`, () => choices), isOfStatus])
    }
    const ids = choices.filter(({ name }) => matches(name)).map(({ id }) => id)
    return ids.length === 0 ? never : every([isIn<'flags'>('type_id', ids), isOfStatus])
  })
  return either(ways)
}
