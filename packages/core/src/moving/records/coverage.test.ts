import { describe, expect, it } from 'vitest'
import { schema } from '../../schema/index.js'
import { coverage } from './coverage.js'

describe('the columns of records', () => {
  it.each(Object.entries(coverage))('%s are those that there are, each decided about', (entity, columns) => {
    expect(Object.keys(columns).toSorted()).toEqual(
      Object.keys(schema[entity as keyof typeof coverage].columns).toSorted(),
    )
  })
})
