// Reads that share a transaction: what is asked for many callers at once. Who calls, and what they may, is found out for each of them.
import type { z } from 'zod'
import { noteLastUse, type ProvenCredential } from '../auth/identity.js'
import { budgetedReader, type TimeBudget } from '../call/time-budget.js'
import { parseInput, type AnyOperation, type Preparation, type ReadOperation } from '../call/define/operation.js'
import type { Environment } from '../kernel/environment.js'
import type { Reader, TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import type { CallOrigin, CallStarter } from './begin-call.js'
import { noEffects } from './effects.js'
import { checkAnswer } from './outcome.js'

/** What one caller wants to know. */
export interface Asked {
  readonly operation: AnyOperation
  readonly credential: ProvenCredential
  readonly input: unknown
  readonly details: CallOrigin
}

/** Runs a read in a transaction that is under way. What it fails with may be anything: whoever then runs it alone is told what it means. */
export type ReadIn = (tx: Reader, timeBudget: TimeBudget, asked: Asked) => Promise<unknown>

interface Parts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
  readonly beginCall: CallStarter
  readonly checkAnswers: boolean
  readonly afterwards: Preparation['afterwards']
}

export function createReadIn({ store, environment, beginCall, checkAnswers, afterwards }: Parts): ReadIn {
  return async (bare, timeBudget, { operation, credential, input, details }) => {
    const tx = budgetedReader(bare, timeBudget)
    const { call, stale } = await beginCall(tx, operation, credential, details, noEffects(), timeBudget)
    if (stale.length > 0) afterwards(() => noteLastUse({ store, environment }, stale))
    const read = operation as unknown as ReadOperation<z.ZodType, z.ZodType>
    const answer = await read.run(tx, parseInput(operation, input), call)
    return checkAnswers ? checkAnswer(operation, input, answer) : answer
  }
}
