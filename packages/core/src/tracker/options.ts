// Options of programs that embed the tracker, which may not have been type checked.
import { requireHostUserOptions, type HostUserOptions } from '../auth/host-user.js'
import type { WebhookSender } from '../call/webhook-sender.js'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { MailTemplates } from '../mail/messages/templates.js'
import type { Mailer } from '../mail/transport/mailer.js'
import type { FirstAdministrator } from '../seed/seed.js'
import type { Store } from '../store/index.js'

/** What `createTracker` is told. */
export interface TrackerOptions extends Partial<Environment> {
  /** Where everything is kept. The tracker closes it when it is closed itself. */
  readonly store: Store
  /**
   * Who administers an empty store that is used for the first time. Null: nobody, until `setUp` is called. Default:
   * admin@example.com, without a password.
   */
  readonly administrator?: FirstAdministrator | null
  /**
   * Called when the store turned out to be empty, right before its set-up is committed: the last moment to show a password or key
   * that was made up for the administrator, so that no crash can lose it.
   */
  readonly beforeSetUp?: () => void
  /** Refuse a store that no tracker has used yet, instead of setting it up. */
  readonly mustExist?: boolean
  /** Brings mail on its way. Without one this tracker sends none, but leaves what happens to others on the store that have one. */
  readonly mailer?: Mailer
  /**
   * Bring mail on its way when `deliverMail` is called, and not as soon as there is some: for tests, and for programs that do not
   * stay. Default: false.
   */
  readonly mailOnDemand?: boolean
  /** Makes the requests of webhooks. Without it this tracker makes none, and leaves that to others on the store that do. */
  readonly webhooks?: WebhookOptions
  /** What messages say, where that is not to be what they say by themselves. */
  readonly templates?: Partial<MailTemplates>
  /** How people whom the embedding program knows (`{ host }`) are taken over. Default: their groups count for nothing, and accounts are adopted. */
  readonly hostUsers?: HostUserOptions
  /** Check every answer against the schema of its operation, and every error against its list. For tests; costs time. */
  readonly checkAnswers?: boolean
}

/** How a tracker makes the requests of webhooks. */
export interface WebhookOptions {
  /** Such as `httpSender` of @trackerkit/webhooks. */
  readonly sender: WebhookSender
  /**
   * Make requests when `deliverWebhooks` is called, or somebody tries a webhook, and not as soon as there are some: for tests, for
   * programs that do not stay, and for all but one of the processes that serve one tracker. Default: false.
   */
  readonly onDemand?: boolean
}

const verbs = ['migrate', 'read', 'write', 'close'] as const

/** The longest that timers can wait for, in milliseconds. */
const longest = 2 ** 31 - 1

/** Makes sure of the options of `createTracker`. @throws invalid_options */
export function requireOptions(options: unknown): void {
  const { store, timeoutSeconds, hostUsers } = (options ?? {}) as Readonly<Record<string, unknown>>
  if (!isStore(store)) {
    const value = typeof store === 'object' && store !== null ? 'an object that is none' : store
    throw new TrackerError('invalid_options', { field: 'store', value, accepted: 'a store, such as memoryStore()' })
  }
  if (timeoutSeconds !== undefined) requireDuration('timeoutSeconds', timeoutSeconds, longest / 1000)
  if (hostUsers !== undefined) requireHostUserOptions(hostUsers)
}

function isStore(store: unknown): boolean {
  return (
    typeof store === 'object' &&
    store !== null &&
    verbs.every((verb) => typeof (store as Readonly<Record<string, unknown>>)[verb] === 'function')
  )
}

/** @throws invalid_options for a duration that is not a number above 0, or longer than timers can wait for */
function requireDuration(field: string, value: unknown, most: number = longest): void {
  if (typeof value === 'number' && value > 0 && value <= most) return
  // NaN is no JSON.
  const shown = typeof value === 'number' ? String(value) : value
  throw new TrackerError('invalid_options', { field, value: shown, accepted: `a number above 0, at most ${most}` })
}

/** @throws invalid_options for what is not a function, and for a bad timeout */
export function requireWork(work: unknown, timeout: unknown): void {
  if (typeof work !== 'function')
    throw new TrackerError('invalid_options', { field: 'work', value: work, accepted: 'a function' })
  requireDuration('timeout', timeout)
}
