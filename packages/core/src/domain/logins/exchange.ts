// Exchanges the code of a callback for a person. Everyone can begin a login and come back with a wrong code, so each
// network has a share of the places, and a login has few attempts.
import { groupOf } from '../../auth/password-login.js'
import type { Flow } from '../../auth/login-flow.js'
import { isSubject, storablePerson } from '../../auth/provider-person.js'
import { createWorkQueue, type WorkQueue } from '../../auth/work-queue.js'
import type { Call } from '../../call/context.js'
import type { Preparation } from '../../call/define/operation.js'
import type { LoginProvider, ProviderPerson } from '../../call/login-provider.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import { createLruCache, type LruCache } from '../../store/index.js'
import { askProvider } from './ask.js'
import { countFailedExchange, requireUnusedFlow } from './flow-rows.js'
import { endSessionsBy } from './member.js'

const places = { atOnce: 8, ofGroupAtOnce: 4, waiting: 32, ofGroup: 8, kept: 8 }

/** Of each provider: one that is slow delays no other. */
const exchanges = new WeakMap<LoginProvider, Exchanges>()

interface Exchanges {
  readonly queue: WorkQueue
  /** The flows that have failed in this process, by hash. They are free to begin, so the first failure costs no write. */
  readonly failed: LruCache<true>
}

function exchangesWith(provider: LoginProvider): Exchanges {
  const ours = exchanges.get(provider) ?? { queue: createWorkQueue(places), failed: createLruCache(1000) }
  exchanges.set(provider, ours)
  return ours
}

interface Returned {
  readonly flow: Flow
  readonly answer: Readonly<Record<string, string>>
}

/**
 * Attempts with one login run one after another, so that all are counted.
 * @throws as askProvider; login_flow_not_valid after too many attempts; too_many_attempts, too_busy
 */
export async function exchangeCode(
  preparation: Preparation,
  call: Call,
  provider: LoginProvider,
  { flow, answer }: Returned,
): Promise<ProviderPerson> {
  const isPreferred = flow.session_id !== null
  const { queue, failed } = exchangesWith(provider)
  return queue.run(
    async () => {
      await requireUnusedFlow(preparation, flow)
      try {
        return await personBehind(preparation, call, provider, { flow, answer })
      } catch (error) {
        if (isTrackerError(error, 'login_flow_not_valid')) {
          if (failed.get(flow.hash)) await countFailedExchange(preparation, flow)
          failed.set(flow.hash, true)
        }
        throw error
      }
    },
    { key: flow.hash, group: groupOf(call.address), isPreferred },
  )
}

async function personBehind(
  preparation: Preparation,
  call: Call,
  provider: LoginProvider,
  { flow, answer }: Returned,
): Promise<ProviderPerson> {
  const { redirect_uri, purpose, secrets } = flow
  const again = purpose === 'confirm'
  const found = await askProvider(
    call,
    provider,
    'finish',
    (signal) => provider.finish(answer, { ...secrets, redirect_uri, again, signal }),
    (subject) => {
      if (!isSubject(subject)) throw new TrackerError('login_flow_not_valid')
      return endSessionsBy(preparation, provider, subject)
    },
  )
  const person = storablePerson(found)
  if (!person) throw new TrackerError('login_flow_not_valid')
  return person
}
