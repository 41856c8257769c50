import { describe, expect, it } from 'vitest'
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import { schema } from '../../schema/index.js'
import { coverage, withoutField } from './coverage.js'

describe('the columns of records', () => {
  it.each(Object.entries(coverage))('%s are those that there are, each decided about', (entity, columns) => {
    expect(Object.keys(columns).toSorted()).toEqual(
      Object.keys(schema[entity as keyof typeof coverage].columns).toSorted(),
    )
  })
  it('of bugs belong to a field or are decided about', () => {
    const ofFields = bugFieldEntries.flatMap(([, { column, search, blank = {} }]) => [
      ...[column, search?.column, search?.kind === 'text' ? search.folded : undefined].filter(
        (one) => one !== undefined,
      ),
      ...Object.keys(blank),
    ])
    const decided = [...new Set(ofFields), ...Object.keys(withoutField)]
    expect(decided.toSorted()).toEqual(Object.keys(schema.bugs.columns).toSorted())
  })
})
