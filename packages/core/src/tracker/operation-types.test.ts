import { describe, expectTypeOf, it } from 'vitest'
import type * as z from 'zod'
import type { operations } from './operations.js'
import type { Operations, OperationTypes } from '@trackerkit/types'

// Checked by the compiler: what it takes is that this file compiles.
type Registry = typeof operations
type Defined = {
  [R in keyof Registry as `${R}.${keyof Registry[R] & string}`]: unknown
}
type DefinedOf<N extends string> = N extends `${infer R extends keyof Registry}.${infer V}`
  ? V extends keyof Registry[R]
    ? Registry[R][V]
    : never
  : never
type InputOf<N extends string> = DefinedOf<N> extends { readonly input: infer S extends z.ZodType } ? z.input<S> : never
type AnswerOf<N extends string> =
  DefinedOf<N> extends { readonly output: infer S extends z.ZodType } ? z.output<S> : never

/** Removes the intended differences of the written types: readonly properties and field filters. */
type Plain<T> = T extends Date | Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? {
          -readonly [K in keyof T as K extends 'include_fields' | 'exclude_fields' ? never : K]: Plain<
            Exclude<T[K], undefined>
          >
        }
      : T
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Different<A, B> =
  IsSame<Plain<A>, Plain<B>> extends true ? never : { readonly written: Plain<A>; readonly defined: Plain<B> }

type DifferentInputs = {
  [N in keyof OperationTypes as Different<OperationTypes[N]['input'], InputOf<N>> extends never ? never : N]: Different<
    OperationTypes[N]['input'],
    InputOf<N>
  >
}
type DifferentAnswers = {
  [
    N in keyof OperationTypes as Different<OperationTypes[N]['answer'], AnswerOf<N>> extends never ? never : N
  ]: Different<OperationTypes[N]['answer'], AnswerOf<N>>
}

describe('the written types of operations', () => {
  it('are those of all operations that there are', () => {
    expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof Defined>()
    expectTypeOf<keyof Operations>().toEqualTypeOf<keyof Registry>()
  })

  it('take what the schemas take; of a search every name is written out, which the schema leaves open', () => {
    expectTypeOf<keyof DifferentInputs>().toEqualTypeOf<'bugs.search' | 'bugs.count' | 'bugs.trend' | 'bugs.board'>()
    expectTypeOf<Plain<OperationTypes['bugs.search']['input']>>().toExtend<Plain<InputOf<'bugs.search'>>>()
    expectTypeOf<Plain<OperationTypes['bugs.count']['input']>>().toExtend<Plain<InputOf<'bugs.count'>>>()
    expectTypeOf<Plain<OperationTypes['bugs.trend']['input']>>().toExtend<Plain<InputOf<'bugs.trend'>>>()
    expectTypeOf<Plain<OperationTypes['bugs.board']['input']>>().toExtend<Plain<InputOf<'bugs.board'>>>()
  })

  it('answer what the schemas answer', () => {
    expectTypeOf<keyof DifferentAnswers>().toEqualTypeOf<never>()
  })
})
