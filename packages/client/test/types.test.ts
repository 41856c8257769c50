import type { ErrorCode, ErrorData } from '@trackerkit/core'
import type { Operations, OperationTypes } from '@trackerkit/types'
import { describe, expectTypeOf, it } from 'vitest'
import { eachBug, isTrackerError, type Bug, type Client, type Flag, type TrackerError } from '../src/index.js'
import type { timesOfErrors } from '../src/answer.js'
import type { routes } from '../src/generated/routes.js'

declare const remote: Client

// Checked by the compiler: what it takes is that this file compiles.
const calls = {
  narrowed: () => remote.bugs.get({ ids: [1], include_fields: ['id', 'summary', 'flags.status'] }),
  whole: () => remote.bugs.get({ ids: [1] }),
  each: () => eachBug(remote, { product: 'Widgets', include_fields: ['id'] }),
  // @ts-expect-error There is no such criterion.
  misspeltCriterion: () => remote.bugs.search({ prodct: 'Widgets' }),
  // @ts-expect-error There is no such field.
  misspeltField: () => remote.bugs.get({ ids: [1], include_fields: ['sumary'] }),
  // @ts-expect-error A bug has a summary.
  incomplete: () => remote.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0' }),
  // @ts-expect-error A comment has a text.
  ofNothing: () => remote.comments.create({ id: 1 }),
}

describe('the types of a client', () => {
  it('are those of the operations in process, each with a route', () => {
    expectTypeOf<Client>().toExtend<Operations>()
    expectTypeOf<keyof typeof routes>().toEqualTypeOf<keyof OperationTypes>()
  })

  it('derive the fields of a bug from the requested fields', () => {
    type Narrowed = Awaited<ReturnType<typeof calls.narrowed>>['bugs'][number]
    expectTypeOf<keyof Narrowed>().toEqualTypeOf<'id' | 'summary' | 'flags'>()
    expectTypeOf<Narrowed['flags']>().toEqualTypeOf<Pick<Flag, 'status'>[]>()
    expectTypeOf<Awaited<ReturnType<typeof calls.whole>>['bugs']>().toEqualTypeOf<Bug[]>()
    expectTypeOf<ReturnType<typeof calls.each>>().toEqualTypeOf<AsyncGenerator<Pick<Bug, 'id'>>>()
  })

  it('know all data of errors that are times, which the client makes of the text on the wire', () => {
    type TimesOf<D> = { [K in keyof D]-?: NonNullable<D[K]> extends Date ? K : never }[keyof D]
    type Times = { [C in ErrorCode]: TimesOf<ErrorData<C>> }[ErrorCode]
    expectTypeOf<Times>().toEqualTypeOf<(typeof timesOfErrors)[number]>()
  })

  it('derive the data of an error from its code', () => {
    const told = (error: unknown) => (isTrackerError(error, 'conflict') ? error.data.last_change_time : undefined)
    expectTypeOf(told).returns.toEqualTypeOf<Date | undefined>()
    expectTypeOf<TrackerError['code']>().toExtend<string>()
    // @ts-expect-error There is no such code.
    void ((error: unknown) => isTrackerError(error, 'conflikt'))
  })
})
