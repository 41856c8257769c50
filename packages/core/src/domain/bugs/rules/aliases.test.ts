import { describe, expect, it } from 'vitest'
import { draftOf } from '../../../../test/drafts.js'
import type { UpdateInput } from '../fields/body-types.js'
import { aliasesRule } from './aliases.js'
import { failureOf } from './refuse.js'
import type { CreateWrite, UpdateWrite } from './rule.js'

/** The aliases of a new bug. Bug 7 has the alias `taken`. */
function create(alias: string | string[]): readonly string[] {
  const draft = draftOf({ isNew: true })
  aliasesRule.create?.(draft, { input: { alias }, owners: new Map([['taken', 7]]) } as unknown as CreateWrite)
  return draft.part('aliases')
}

/** The aliases of a bug that had some. */
function update(before: string[], alias: UpdateInput['alias']): readonly string[] {
  const draft = draftOf({ parts: { aliases: before } })
  aliasesRule.update?.(draft, { input: { alias } } as unknown as UpdateWrite)
  return draft.part('aliases')
}

describe('aliases of a new bug', () => {
  it.each([
    ['x'.repeat(41), 'alias_too_long'],
    [['123'], 'alias_is_numeric'],
    [['#123'], 'alias_is_numeric'],
    ['four five', 'alias_has_comma_or_space'],
    ['four,five', 'alias_has_comma_or_space'],
    ['Count', 'alias_reserved'],
    [['other', 'Taken'], 'alias_in_use'],
  ])('cannot be %j: %s [BUG-C-30]', (alias, code) => {
    expect(failureOf(() => create(alias))).toMatchObject({ code, data: { field: 'alias' } })
  })

  it('have at most 40 characters, and are each kept once, without the blanks around them', () => {
    expect(create('x'.repeat(40))).toEqual(['x'.repeat(40)])
    expect(create([' one ', 'two', 'ONE', ''])).toEqual(['one', 'two'])
  })
})

describe('aliases of a bug', () => {
  it.each([
    ['123', 'alias_is_numeric', 'alias.set'],
    [{ add: ['a b'] }, 'alias_has_comma_or_space', 'alias.add'],
    [{ add: ['count'] }, 'alias_reserved', 'alias.add'],
    [{ add: ['board'] }, 'alias_reserved', 'alias.add'],
    [{ set: ['Trend'] }, 'alias_reserved', 'alias.set'],
  ])('cannot become %j: %s about %s', (alias, code, field) => {
    expect(failureOf(() => update(['one'], alias))).toMatchObject({ code, data: { field } })
  })

  it('stay as they are where they were given before they were reserved', () => {
    expect(update(['count', 'one'], { add: ['Count', 'two'] })).toEqual(['count', 'one', 'two'])
  })
})
