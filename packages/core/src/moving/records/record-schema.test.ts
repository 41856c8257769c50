import { describe, expect, it } from 'vitest'
import { recordSchema } from './record-schema.js'

type Schema = { readonly [name: string]: unknown }

describe('recordSchema', () => {
  it('describes every kind of record, as lines hold it', () => {
    const schema = recordSchema()
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    const kinds = (schema['oneOf'] ?? schema['anyOf']) as { properties: { kind: Schema; [name: string]: Schema } }[]
    const named = new Map(kinds.map(({ properties }) => [properties.kind['const'], properties]))
    expect(new Set(named.keys())).toEqual(
      new Set([
        ...['attachment_content', 'bug', 'classification', 'field', 'flag_type', 'group', 'group_control', 'keyword'],
        ...['personal', 'product', 'user', 'value', 'workflow'],
      ]),
    )
    expect(named.get('bug')?.['creation_time']).toEqual({ type: 'string' })
  })
})
