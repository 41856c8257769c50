import { requireKind, StoreError, TrackerError, type Store } from '@trackerkit/core/store'

/** The operation to fail: the next read or write, before it begins; or the next commit, when all its work is done. */
export type FailingVerb = 'read' | 'write' | 'commit'

/**
 * How: another transaction was faster, so that the tracker runs the work again (`retry`); the database cannot be reached
 * (`unavailable`), has no room (`full`); or an error of the test's own.
 */
export type Failure = 'retry' | 'unavailable' | 'full' | Error

export type FailNext = (verb: FailingVerb, failure?: Failure, times?: number) => void

interface Plan {
  readonly verb: FailingVerb
  readonly failure: Failure
  left: number
}

const verbs: readonly FailingVerb[] = ['read', 'write', 'commit']

const messages = {
  retry: 'another transaction was faster, because the test said so',
  unavailable: 'the database cannot be reached, because the test said so',
  full: 'there is no room to write, because the test said so',
}

/** The same store, with failures on request. */
export function failingStore(store: Store): { readonly store: Store; readonly failNext: FailNext } {
  const plans: Plan[] = []
  const planned = (verb: FailingVerb) => plans.find((plan) => plan.verb === verb && plan.left > 0)
  const failing: Store = {
    ...store,
    async read(work, options) {
      failBy(planned('read'))
      return store.read(work, options)
    },
    async write(work) {
      failBy(planned('write'))
      // A commit that began before the test requested a failure does not count.
      const plan = planned('commit')
      return store.write(async (tx) => {
        const result = await work(tx)
        failBy(plan)
        return result
      })
    },
  }
  return {
    store: failing,
    failNext(verb, failure = 'unavailable', times = 1) {
      requireKind('verb', verb, verbs)
      requireFailure(failure)
      if (!Number.isInteger(times) || times < 1) throw new RangeError('times must be a whole number above 0')
      plans.push({ verb, failure, left: times })
    },
  }
}

/** @throws invalid_options */
function requireFailure(failure: unknown): void {
  if (failure instanceof Error || (typeof failure === 'string' && Object.hasOwn(messages, failure))) return
  const accepted = `${Object.keys(messages).join(', ')}, or an Error`
  const value = typeof failure === 'string' ? failure : typeof failure
  throw new TrackerError('invalid_options', { field: 'error', value, accepted })
}

function failBy(plan: Plan | undefined): void {
  if (!plan || plan.left === 0) return
  plan.left--
  const { failure } = plan
  throw typeof failure === 'string' ? new StoreError(failure, messages[failure]) : failure
}
