import { describe, expect, it } from 'vitest'
import { schema, type AuditedEntity } from './schema.js'

describe('audited entities', () => {
  it('each have a separate class, by which the audit log is filtered', () => {
    const classes = Object.values(schema).flatMap((entity) => ('auditClass' in entity ? [entity.auditClass] : []))
    expect(classes).toContain('Keyword')
    expect(classes).toHaveLength(new Set(classes).size)
  })

  it('are the only ones whose changes can be logged, by names that the compiler knows', () => {
    const keywords: AuditedEntity = 'keywords'
    // @ts-expect-error: misspelt
    const misspelt: AuditedEntity = 'keyword'
    // @ts-expect-error: stored, and not declared by `audited`
    const unaudited: AuditedEntity = 'comments'
    expect([keywords in schema, misspelt in schema, unaudited in schema]).toEqual([true, false, true])
  })
})
