import { describe, expect, it } from 'vitest'
import { createFieldFilter, type FieldKind } from './field-filter.js'

const kinds: Readonly<Record<string, FieldKind>> = { tags: 'extra', cf_colour: 'custom', cf_size: 'custom' }
const fields = ['id', 'summary', 'components', 'tags', 'cf_colour', 'cf_size']

/** The fields of a bug-like object that are wanted. */
function wanted(include_fields?: string[], exclude_fields?: string[]): string[] {
  const filter = createFieldFilter({ include_fields, exclude_fields })
  return fields.filter((field) => filter.wants(field, kinds[field]))
}

const defaults = ['id', 'summary', 'components', 'cf_colour', 'cf_size']

describe('a field filter', () => {
  const table: readonly [
    rule: string,
    include: string[] | undefined,
    exclude: string[] | undefined,
    result: string[],
  ][] = [
    ['1: what is excluded by name is out, even when included by name', ['id', 'summary'], ['id'], ['summary']],
    ['1: also when all are included', ['_all'], ['id', 'tags'], ['summary', 'components', 'cf_colour', 'cf_size']],
    ['2: what is included by name is in, even when all are excluded', ['id'], ['_all'], ['id']],
    ['2: or when its kind is excluded', ['id', 'cf_size'], ['_custom'], ['id', 'cf_size']],
    ['2: extra fields come by name', ['tags'], undefined, ['tags']],
    ['3: excluding all leaves nothing else', undefined, ['_all'], []],
    ['3: and wins over including all', ['_all'], ['_all'], []],
    ['4: including all brings extra and custom fields', ['_all'], undefined, fields],
    ['5: exclusion of the default fields takes custom ones along', ['_extra', '_default'], ['_default'], ['tags']],
    [
      '5: exclusion of custom fields holds, though they are default fields',
      undefined,
      ['_custom'],
      ['id', 'summary', 'components'],
    ],
    ['5: and though custom fields are included', ['id', '_custom'], ['_custom'], ['id']],
    ['5: custom fields come with the default ones', ['_default'], undefined, defaults],
    ['5: and with names', ['id', '_custom'], undefined, ['id', 'cf_colour', 'cf_size']],
    ['5: extra fields alone', ['_extra'], undefined, ['tags']],
    ['4: without those whose kind is excluded', ['_all'], ['_extra'], defaults],
    ['4: custom ones too', ['_all'], ['_custom'], ['id', 'summary', 'components', 'tags']],
    ['4: and default ones', ['_all'], ['_default'], ['tags']],
    ['6: the parent of an included subfield is in', ['components.name'], undefined, ['components']],
    ['6: unless it is excluded', ['components.name', 'id'], ['components'], ['id']],
    ['7: everything else is out', ['nonsense'], undefined, []],
    ['without include_fields the default fields are in', undefined, undefined, defaults],
    ['with an empty list too', [], undefined, defaults],
    ['and with empty names only', [''], [''], defaults],
    ['names are case-sensitive when including', ['Summary', 'id'], undefined, ['id']],
    ['and when excluding', undefined, ['Summary'], defaults],
    ['a dot makes no parent of what only starts alike', ['comp.name'], undefined, []],
  ]

  it.each(table)('follows rule %s', (_rule, include, exclude, result) => {
    expect(wanted(include, exclude)).toEqual(result)
  })

  describe('within a field', () => {
    const subfields = ['id', 'name', 'description']
    const within = (include_fields?: string[], exclude_fields?: string[]) => {
      const filter = createFieldFilter({ include_fields, exclude_fields }).within('components')
      return subfields.filter((field) => filter.wants(field))
    }

    it('wants the subfields that are named', () => expect(within(['components.name'])).toEqual(['name']))
    it('wants all of a field that is named', () => expect(within(['components'])).toEqual(subfields))
    it('wants all by default', () => expect(within()).toEqual(subfields))
    it('wants all when all fields are asked for', () => expect(within(['_all'])).toEqual(subfields))
    it('leaves out one that is excluded', () =>
      expect(within(['components'], ['components.description'])).toEqual(['id', 'name']))
    it('leaves out one that is excluded when nothing is named', () =>
      expect(within(undefined, ['components.id'])).toEqual(['name', 'description']))
    it('does not want subfields of another field', () => expect(within(['versions.name'])).toEqual([]))
    it('wants both a whole field and a part of it as a whole', () =>
      expect(within(['components', 'components.name'])).toEqual(subfields))

    it('reaches any depth', () => {
      const filter = createFieldFilter({ include_fields: ['components'] })
      expect(filter.within('components').within('flag_types').wants('name')).toBe(true)
      expect(filter.within('versions').within('flag_types').wants('name')).toBe(false)
    })
  })

  it('picks the wanted fields of an object', () => {
    const filter = createFieldFilter({ include_fields: ['id', 'nonsense'] })
    expect(filter.pick({ id: 1, summary: 'It blinks' })).toEqual({ id: 1 })
  })

  it('knows when nothing particular is asked for', () => {
    expect(createFieldFilter({}).isDefault).toBe(true)
    expect(createFieldFilter({ include_fields: [], exclude_fields: [] }).isDefault).toBe(true)
    expect(createFieldFilter({ include_fields: ['_default', 'tags'] }).isDefault).toBe(false)
    expect(createFieldFilter({ exclude_fields: ['id'] }).isDefault).toBe(false)
  })
})
