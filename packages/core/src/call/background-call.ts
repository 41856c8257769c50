// Calls for work outside of operations, with the permissions of one user.
import type { Catalogue } from '../setup/catalogue.js'
import type { Environment } from '../kernel/environment.js'
import type { Call, Caller } from './context.js'
import { createBackgroundBudget } from './time-budget.js'

/** Reads through it leave nothing behind. They have no timeout, but their loops yield. */
export function backgroundCall(catalogue: Catalogue, environment: Environment, who: Caller): Call {
  return {
    who,
    now: environment.clock(),
    catalogue,
    environment,
    people: new Map(),
    asOf: {},
    lastChange: '',
    timeBudget: createBackgroundBudget(environment),
    address: undefined,
    logins: { providers: new Map(), passwords: undefined },
    emit: () => undefined,
    recordChange: () => undefined,
    mail: { isKept: false, record: () => undefined, findOut: () => undefined, wakeDispatcher: () => undefined },
    wakeWebhooks: () => undefined,
  }
}
