// Columns that hold the id of something with a name: the names are compared in memory, the ids in the store.
import type { EntityName } from '../../schema/index.js'
import { always, either, every, isIn, isNull, never, type ColumnOf } from '../columns.js'
import { takePronouns } from '../pronouns.js'
import type { Scope } from '../scope.js'
import type { Ask } from './ask.js'
import { textMatcher } from './text.js'

interface Named {
  readonly id: number
  readonly name: string
}

/** One of the things that `choices` lists. */
export function choice<E extends EntityName>(
  col: ColumnOf<E, 'int'>,
  choices: (scope: Scope) => Iterable<Named>,
): Ask<E> {
  return (atom, values, asked) => {
    const all = [...choices(asked.scope)]
    const matches = textMatcher(atom, values, asked.test.source.value)
    const found = all.filter((one) => matches(one.name))
    return found.length === all.length
      ? always
      : isIn<E>(
          col,
          found.map((one) => one.id),
        )
  }
}

/** A person, by login or real name. In a nullable column nobody is there where it is NULL. */
export function person<E extends EntityName>(col: ColumnOf<E, 'int'>, by: 'login' | 'real_name' = 'login'): Ask<E> {
  return (atom, values, asked) => {
    if (atom === 'empty' && by === 'login') return isNull<E>(col)
    const { ids, others } = by === 'login' ? takePronouns(values, asked) : { ids: [], others: values }
    const { lookup } = asked.scope
    const named = others.length === 0 ? [] : lookup.people({ by, atom, values: others, field: asked.test.source.value })
    return isIn<E>(col, [...ids, ...named])
  }
}

const flagStatuses = ['?', '+', '-'] as const

/** A flag, by the name of its type and its status: 'review?'. */
export const flagName: Ask<'flags'> = (atom, values, asked) => {
  const types = [...asked.scope.catalogue.flagTypes.values()]
  const matches = textMatcher(atom, values, asked.test.source.value)
  const ways = flagStatuses.map((status) => {
    const ids = types.filter((type) => matches(type.name + status)).map((type) => type.id)
    return ids.length === 0 ? never : every([isIn<'flags'>('type_id', ids), isIn<'flags'>('status', [status])])
  })
  return either(ways)
}
