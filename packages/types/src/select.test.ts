import { describe, expectTypeOf, it } from 'vitest'
import type { Bug, BugField, Operations } from './index.js'

// Checked by the compiler: what it takes is that this file compiles.
declare const operations: Operations
type BugOf<M extends () => Promise<{ bugs: unknown[] }>> = Awaited<ReturnType<M>>['bugs'][number]

describe('the types of answers', () => {
  it('know every field of whole bugs', () => {
    const whole = () => operations.bugs.get({ ids: [1, 'alias'] })
    expectTypeOf<BugOf<typeof whole>>().toEqualTypeOf<Bug>()
    expectTypeOf<Bug['creation_time']>().toEqualTypeOf<Date>()
    expectTypeOf<Bug['cf_colour']>().toEqualTypeOf<string | number | Date | string[] | null>()
    expectTypeOf<Awaited<ReturnType<typeof whole>>['faults'][number]['faultCode']>().toEqualTypeOf<number>()
  })

  it('have the fields that were asked for, and no others', () => {
    const named = () => operations.bugs.get({ ids: [1], include_fields: ['id', 'summary', 'cf_x'] })
    expectTypeOf<BugOf<typeof named>>().toEqualTypeOf<Pick<Bug, 'id' | 'summary' | 'cf_x'>>()
    const parts = () => operations.bugs.get({ ids: [1], include_fields: ['flags.status', 'assigned_to_detail.name'] })
    expectTypeOf<BugOf<typeof parts>>().toEqualTypeOf<{
      flags: { status: string }[]
      assigned_to_detail: { name: string }
    }>()
  })

  it('lack the fields that were left out', () => {
    const without = () => operations.bugs.get({ ids: [1], exclude_fields: ['cc'] })
    expectTypeOf<BugOf<typeof without>>().toEqualTypeOf<Omit<Bug, 'cc'>>()
    const parts = () => operations.bugs.get({ ids: [1], include_fields: ['id', 'flags'], exclude_fields: ['flags.id'] })
    expectTypeOf<BugOf<typeof parts>['flags'][number]>().not.toHaveProperty('id')
  })

  it('may lack any field when which ones is not known before, or only in general', () => {
    const some = (include_fields: readonly BugField[]) => operations.bugs.get({ ids: [1], include_fields })
    expectTypeOf<Awaited<ReturnType<typeof some>>['bugs'][number]>().toEqualTypeOf<Partial<Bug>>()
    const extra = () => operations.bugs.get({ ids: [1], include_fields: ['_extra'] })
    expectTypeOf<BugOf<typeof extra>>().toEqualTypeOf<Partial<Bug>>()
    const all = () => operations.bugs.get({ ids: [1], include_fields: ['_default', 'tags'] })
    expectTypeOf<BugOf<typeof all>>().toEqualTypeOf<Bug>()
  })

  it('do not know fields that there are not', () => {
    expectTypeOf<'flags.status' | 'cf_x' | '_all'>().toExtend<BugField>()
    expectTypeOf<'sumary'>().not.toExtend<BugField>()
    // @ts-expect-error a misspelt name
    void (() => operations.bugs.get({ ids: [1], include_fields: ['sumary'] }))
    // @ts-expect-error a misspelt name of a field within
    void (() => operations.bugs.get({ ids: [1], include_fields: ['flags.statu'] }))
    // @ts-expect-error a misspelt criterion
    void (() => operations.bugs.search({ prodct: 'Widgets' }))
    // @ts-expect-error a misspelt operator
    void (() => operations.bugs.search({ sumary_type: 'substring' }))
    // @ts-expect-error a criterion that nothing begins like
    void (() => operations.bugs.search({ 'foo.bar': 'x' }))
    void (() =>
      operations.bugs.search({ f1: 'cc', o1: 'equals', v1: 'x', email1: 'a', emailtype1: 'exact', cf_x: 'y' }))
  })
})
