// Options of programs that embed the tracker, which may not have been type checked.
import { requireHostUserOptions, type HostUserOptions } from '../auth/host-user.js'
import { requireLogins } from '../auth/logins.js'
import type { LoginOptions } from '../call/login-provider.js'
import type { WebhookSender } from '../call/webhook-sender.js'
import type { Environment, Logger } from '../kernel/environment.js'
import { kindOf } from '../kernel/error-text.js'
import type { Observer } from '../kernel/observer.js'
import {
  invalidOption,
  refuseUnknownOptions,
  requireKind,
  type Optional,
  type OptionNames,
} from '../kernel/renamed-options.js'
import type { MailTemplates } from '../mail/messages/templates.js'
import type { MailReader } from '../mail/incoming/received.js'
import type { Mailer } from '../mail/transport/mailer.js'
import type { FirstAdministrator } from '../seed/seed.js'
import type { Store } from '../store/index.js'
import { requireRules } from '../domain/bugs/host-rules/require-rules.js'
import type { Rule } from './rules/rule.js'
import type { TransactionOptions } from './session/transaction-handle.js'

/** Options of `createTracker`. */
export interface TrackerOptions extends Optional<Pick<Environment, 'logger' | 'timeoutSeconds' | 'observer'>> {
  /** The database. The tracker closes it when it is closed itself, unless another open tracker uses the same object. */
  readonly store: Store
  /** The administrator of an empty store. Null: none until `setUp` is called. Default: admin@example.com, without a password. */
  readonly administrator?: FirstAdministrator | null | undefined
  /**
   * Called for an empty store right before its setup is committed: the last moment to show a generated password or key of the
   * administrator, so that no crash can lose it.
   */
  readonly beforeSetUp?: (() => void) | undefined
  /** Refuse an empty store instead of setting it up. */
  readonly mustExist?: boolean | undefined
  /** Sends email. Without it this tracker sends none, and leaves that to other trackers on the store that do. */
  readonly mail?: Mailer | MailOptions | undefined
  /** Makes the requests of webhooks. Without it this tracker makes none, and leaves that to other trackers on the store that do. */
  readonly webhooks?: WebhookOptions | undefined
  /** Users of the embedding program (`{ host }`). Default: their groups are ignored, and existing accounts are adopted. */
  readonly hostUsers?: HostUserOptions | undefined
  /** Rules about writes of bugs, comments and attachments, in this order; at most 50. See `defineRule` of `@trackerkit/core/rules`. */
  readonly rules?: readonly Rule[] | undefined
  /** How people log in beside passwords. Default: not at all. */
  readonly logins?: LoginOptions | undefined
  /** For tests. */
  readonly testing?: TestingOptions | undefined
}

/** How a tracker sends email. */
export interface MailOptions {
  /** Without one this tracker sends none. */
  readonly mailer?: Mailer | undefined
  /** Reads incoming email for `receiveMail`, for example `mailReader()` of @trackerkit/mail-in. */
  readonly reader?: MailReader | undefined
  /**
   * Send email when `deliverMail` is called, and not as soon as there is some: for tests, and for programs that exit soon. Default:
   * false.
   */
  readonly onDemand?: boolean | undefined
  /** Replaces the texts of some messages. */
  readonly templates?: Optional<MailTemplates> | undefined
}

/** Makes a tracker repeatable and strict, for tests. */
export interface TestingOptions extends Optional<Pick<Environment, 'clock' | 'stopwatch' | 'random'>> {
  /** Check every answer against the schema of its operation, and every error against its list. Takes time. */
  readonly checkAnswers?: boolean | undefined
}

/** How a tracker makes the requests of webhooks. */
export interface WebhookOptions {
  /** For example `httpSender` of @trackerkit/webhooks. */
  readonly sender: WebhookSender
  /**
   * Make requests when `deliverWebhooks` is called, or a webhook is tried, and not as soon as there are some: for tests, for programs
   * that exit soon, and for all but one of the processes that serve one tracker. Default: false.
   */
  readonly onDemand?: boolean | undefined
}

const verbs = ['migrate', 'read', 'write', 'close'] as const

/** The longest that timers can wait for, in milliseconds. */
const longest = 2 ** 31 - 1

const trackerOptions: OptionNames<TrackerOptions> = {
  store: true,
  administrator: true,
  beforeSetUp: 'a function',
  mustExist: 'true or false',
  mail: true,
  webhooks: true,
  hostUsers: true,
  rules: true,
  logins: true,
  logger: true,
  timeoutSeconds: true,
  observer: true,
  testing: true,
}
const administratorOptions: OptionNames<FirstAdministrator> = {
  id: 'a positive integer',
  login: 'text',
  real_name: 'text',
  password: 'text',
  api_key: 'text',
}
const templateFunctions: OptionNames<MailTemplates> = {
  bug: 'a function',
  dependency: 'a function',
  flag: 'a function',
  account: 'a function',
  schedule: 'a function',
}
const transactionOptions: OptionNames<TransactionOptions> = { timeout: true, retries: 'true or false' }
const mailOptions: OptionNames<MailOptions> = { mailer: true, reader: true, onDemand: 'true or false', templates: true }
const webhookOptions: OptionNames<WebhookOptions> = { sender: true, onDemand: 'true or false' }
const loggerFunctions: OptionNames<Logger> = { warn: true, error: true }
const observerFunctions: OptionNames<Observer> = {
  operation: true,
  transaction: true,
  delivery: true,
  provider: true,
  inbound: true,
  rule: true,
  reload: true,
  block: true,
}
const testingOptions: OptionNames<TestingOptions> = {
  clock: 'a function',
  stopwatch: 'a function',
  random: 'a function',
  checkAnswers: 'true or false',
}

/** Checks the options of `createTracker`. @throws invalid_options */
export function requireOptions(options: unknown): void {
  const given = (options ?? {}) as Readonly<Record<string, unknown>>
  refuseUnknownOptions(given, trackerOptions, 'createTracker')
  const { store, administrator, timeoutSeconds, hostUsers, logins, mail, webhooks, rules, logger, observer, testing } =
    given
  if (!isStore(store)) throw invalidOption('store', kindOf(store), 'a store, such as memoryStore()')
  if (administrator !== null)
    refuseUnknownOptions(administrator, administratorOptions, 'createTracker', 'administrator')
  if (timeoutSeconds !== undefined) requireDuration('timeoutSeconds', timeoutSeconds, longest / 1000)
  if (hostUsers !== undefined) requireHostUserOptions(hostUsers)
  if (logins !== undefined) requireLogins(logins, hostUsers?.groups ?? [])
  if (mail !== undefined && !isMailer(mail)) requireMailOptions(mail)
  if (webhooks !== undefined) requireWebhookOptions(webhooks)
  if (rules !== undefined) requireRules(rules)
  if (logger !== undefined) requireFunctions('logger', logger, loggerFunctions)
  if (observer !== undefined) requireFunctions('observer', observer, observerFunctions, true)
  refuseUnknownOptions(testing, testingOptions, 'createTracker', 'testing')
}

/** Other properties are allowed: objects such as `console` have more. */
function requireFunctions(field: string, value: unknown, names: object, mayLack = false): void {
  if (typeof value !== 'object' || value === null)
    throw invalidOption(field, kindOf(value), `an object with functions: ${Object.keys(names).join(', ')}`)
  for (const name of Object.keys(names)) {
    const one = (value as Readonly<Record<string, unknown>>)[name]
    if (one !== undefined || !mayLack) requireKind(`${field}.${name}`, one, 'a function')
  }
}

/** For a mailer, the other options are the defaults. */
export function mailOptionsOf({ mail }: Pick<TrackerOptions, 'mail'>): MailOptions | undefined {
  return mail && isMailer(mail) ? { mailer: mail } : mail
}

function isMailer(mail: unknown): mail is Mailer {
  return isWith(mail, 'send')
}

function isWith(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Readonly<Record<string, unknown>>)[method] === 'function'
  )
}

function requireMailOptions(mail: unknown): void {
  if (typeof mail !== 'object' || mail === null)
    throw invalidOption('mail', kindOf(mail), 'a mailer, or { mailer, reader, onDemand, templates }')
  refuseUnknownOptions(mail, mailOptions, 'createTracker', 'mail')
  const { mailer, reader, templates } = mail as { readonly [N in keyof MailOptions]: unknown }
  refuseUnknownOptions(templates, templateFunctions, 'createTracker', 'mail.templates')
  if (reader !== undefined && !isWith(reader, 'read'))
    throw invalidOption('mail.reader', kindOf(reader), 'a mail reader')
  if (mailer === undefined ? reader === undefined : !isMailer(mailer))
    throw invalidOption('mail.mailer', kindOf(mailer), 'a mailer, an object with a function: send')
}

function requireWebhookOptions(webhooks: unknown): void {
  refuseUnknownOptions(webhooks, webhookOptions, 'createTracker', 'webhooks')
  const { sender } = webhooks as Partial<WebhookOptions>
  if (typeof sender?.send === 'function') return
  throw invalidOption('webhooks.sender', kindOf(sender), 'a sender, such as httpSender() of @trackerkit/webhooks')
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
  throw invalidOption(field, shown, `a number above 0, at most ${most}`)
}

/** @throws invalid_options for work that is not a function, and for invalid options */
export function requireWork(work: unknown, options: unknown, functionName: 'transaction' | 'join'): void {
  requireKind('work', work, 'a function')
  refuseUnknownOptions(options, transactionOptions, functionName)
  const { timeout } = (options ?? {}) as { readonly timeout?: unknown }
  if (timeout !== undefined) requireDuration('timeout', timeout)
}
