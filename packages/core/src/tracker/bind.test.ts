import { describe, expectTypeOf, it } from 'vitest'
import type { Operations } from './bind.js'

// Checked by the compiler: what it takes is that this file compiles.
declare const operations: Operations

describe('the types of methods', () => {
  it('know every field of whole bugs', () => {
    type Answer = Awaited<ReturnType<typeof whole>>
    const whole = () => operations.bugs.get({ ids: [1, 'alias'] })
    expectTypeOf<Answer['bugs'][number]['summary']>().toEqualTypeOf<string>()
    expectTypeOf<Answer['bugs'][number]['creation_time']>().toEqualTypeOf<Date>()
    expectTypeOf<Answer['bugs'][number]['assigned_to_detail']['real_name']>().toEqualTypeOf<string>()
    expectTypeOf<Answer['bugs'][number]['cf_colour']>().toEqualTypeOf<string | number | Date | string[] | null>()
    expectTypeOf<Answer['faults'][number]['faultCode']>().toEqualTypeOf<number>()
  })

  it('know that fields may be missing once an answer is cut', () => {
    const cut = () => operations.bugs.get({ ids: [1], include_fields: ['summary', 'cc.name'] })
    type Bug = Awaited<ReturnType<typeof cut>>['bugs'][number]
    expectTypeOf<Bug['summary']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Bug['creation_time']>().toEqualTypeOf<Date | undefined>()
    expectTypeOf<NonNullable<Bug['cc_detail']>[number]['real_name']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<NonNullable<Bug['creator_detail']>['name']>().toEqualTypeOf<string | undefined>()
  })

  it('take an answer for cut when that is not known before', () => {
    const maybe = (filter: { include_fields?: string[] }) => operations.bugs.get({ ids: [1], ...filter })
    expectTypeOf<Awaited<ReturnType<typeof maybe>>['bugs'][number]['summary']>().toEqualTypeOf<string | undefined>()
  })
})
