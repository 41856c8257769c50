// Somebody's eyes without a call of theirs: for what is made outside of operations.
import type { Catalogue } from '../setup/catalogue.js'
import type { Environment } from '../kernel/environment.js'
import type { Call, Caller } from './context.js'
import { unlimitedTime } from './time-budget.js'

/** What is asked through it leaves nothing behind, and takes the time that it takes. */
export function silentCall(catalogue: Catalogue, environment: Environment, who: Caller): Call {
  return {
    who,
    now: environment.clock(),
    catalogue,
    environment,
    people: new Map(),
    asOf: {},
    lastChange: '',
    timeBudget: unlimitedTime,
    address: undefined,
    emit: () => undefined,
    tell: () => undefined,
    mail: { isKept: false, record: () => undefined, findOut: () => undefined, wakeDispatcher: () => undefined },
    wakeWebhooks: () => undefined,
  }
}
