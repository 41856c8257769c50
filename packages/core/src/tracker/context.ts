// Everything that the parts of one tracker share, in the order in which it is made.
import { createHostUsers, type HostUsers } from '../auth/host-users.js'
import { createLogins } from '../auth/logins.js'
import type { BackgroundContext } from '../call/background-context.js'
import type { Logins } from '../call/login-provider.js'
import { observedStore } from '../call/observed-store.js'
import { safeObserver } from '../call/safe-observer.js'
import { trackerErrorOf } from '../call/store-errors.js'
import type { WebhookSender } from '../call/webhook-sender.js'
import type { Dispatcher } from '../delivery/mail/dispatcher.js'
import type { DeliveryContext } from '../delivery/mail/send.js'
import type { WebhookDispatcher } from '../delivery/webhooks/dispatcher.js'
import { createFeedWatch, type FeedWatch } from '../feed/watch.js'
import { defaultEnvironment, type Environment } from '../kernel/environment.js'
import { createEventHub, type EventHub, type TrackerEvent } from '../kernel/events.js'
import { partsLoaded } from '../kernel/lazy-part.js'
import type { MailTemplates } from '../mail/messages/templates.js'
import type { MailReader } from '../mail/incoming/received.js'
import { version } from '../operations/server/version.js'
import type { TrackerSchema } from '../schema/index.js'
import { createSetupReader } from '../setup/read-setup.js'
import type { Store } from '../store/index.js'
import { createCallStarter, type CallStarter } from './session/begin-call.js'
import { createCalls, type Calls } from './calls.js'
import { mailOptionsOf, type TrackerOptions } from './options.js'
import { refuseInsideTransaction } from './own-work.js'
import { prepareStore } from './prepare-store.js'
import type { OpenRules } from './rules/open-rules.js'
import { shareStore } from './shared-stores.js'
import { createSweeper, type Sweeper } from './sweeper.js'

export interface TrackerContext extends BackgroundContext {
  /** True if the store was empty. */
  readonly isNew: boolean
  /** Returns true if the store must be closed with this tracker. */
  readonly leaveStore: () => boolean
  readonly hostUsers: HostUsers
  readonly logins: Logins
  readonly beginCall: CallStarter
  readonly calls: Calls
  readonly events: EventHub
  readonly changes: FeedWatch
  readonly mail: Dispatcher | undefined
  /** Reads incoming email. */
  readonly mailReader: MailReader | undefined
  readonly webhooks: { readonly sender: WebhookSender; readonly dispatcher: WebhookDispatcher } | undefined
  readonly sweeper: Sweeper
  readonly checkAnswers: boolean
  /** Opens the rules of the embedding program for a write. */
  readonly openRules?: OpenRules | undefined
}

/** Makes the shared parts of a tracker. If it fails, nothing keeps running, and the store stays open. */
export async function createContext(options: TrackerOptions): Promise<TrackerContext> {
  const environment = environmentOf(options)
  // The one place where a store learns which schema it holds: adapters work on any.
  const store = observedStore(options.store as unknown as Store<TrackerSchema>, environment)
  const isNew = await prepareStore(store, environment, options)
  // The configuration, read again whenever it has changed.
  const readSetup = createSetupReader({ onLoad: () => environment.observer?.reload?.('catalogue') })
  const background = { store, environment, readSetup }
  // Receivers of changes: listeners of this process, and readers of the change feed.
  const events = createEventHub(environment.logger)
  const changes = createFeedWatch({ store, environment })
  const notify = (fired: readonly TrackerEvent[]) => {
    events.fire(fired)
    changes.wake()
  }
  // Delivery, which begins with the first `wake`.
  const mail = await createMail({ ...background, notify }, options)
  const webhooks = await createWebhooks(background, options)
  // Callers and their cached data.
  const hostUsers = createHostUsers(options.hostUsers)
  const logins = createLogins(options.logins)
  const beginCall = createCallStarter({ environment, readSetup, hostUsers, logins, delivers: mail !== undefined })
  const calls = createCalls(environment)
  // Removal of old entries.
  const sweeper = createSweeper({ store, environment })
  return {
    store,
    leaveStore: shareStore(options.store),
    environment,
    readSetup,
    isNew,
    mail,
    mailReader: mailOptionsOf(options)?.reader,
    webhooks,
    hostUsers,
    logins,
    beginCall,
    calls,
    events,
    changes,
    sweeper,
    checkAnswers: options.testing?.checkAnswers ?? false,
  }
}

/** Waits for calls in flight and deliveries, and closes the store unless another tracker uses it. @throws TrackerError */
export async function closeContext(context: TrackerContext): Promise<void> {
  const { changes, sweeper, calls, mail, mailReader, webhooks, store, environment, leaveStore } = context
  // It would wait for that transaction, which is a call in flight.
  await refuseInsideTransaction(store, environment)
  // Calls that wait for their operation are calls in flight.
  await partsLoaded()
  await changes.close()
  await sweeper.close()
  await calls.close()
  await Promise.all([mail?.close(), webhooks?.dispatcher.close(), mailReader?.close?.()])
  if (!leaveStore()) return
  try {
    await store.close()
  } catch (error) {
    throw trackerErrorOf(error)
  }
}

async function createMail(context: BackgroundContext & Pick<DeliveryContext, 'notify'>, options: TrackerOptions) {
  const mail = mailOptionsOf(options)
  if (!mail?.mailer) return undefined
  const { createDispatcher, defaultTemplates } = await import('../delivery/dispatchers.js')
  const given = Object.entries(mail.templates ?? {}).filter(([, template]) => template !== undefined)
  const templates = { ...defaultTemplates, ...(Object.fromEntries(given) as Partial<MailTemplates>) }
  return createDispatcher({ ...context, mailer: mail.mailer, templates }, mail.onDemand)
}

async function createWebhooks(context: BackgroundContext, { webhooks }: TrackerOptions) {
  if (!webhooks) return undefined
  const { sender, onDemand = false } = webhooks
  const { createWebhookDispatcher } = await import('../delivery/dispatchers.js')
  return { sender, dispatcher: await createWebhookDispatcher({ ...context, sender, version }, onDemand) }
}

function environmentOf({ logger, timeoutSeconds, observer, testing = {} }: TrackerOptions): Environment {
  const { clock, stopwatch, random } = testing
  return {
    ...defaultEnvironment,
    ...(clock && { clock }),
    ...(stopwatch && { stopwatch }),
    ...(random && { random }),
    ...(logger && { logger }),
    ...(observer && { observer: safeObserver(observer, logger ?? defaultEnvironment.logger) }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  }
}
