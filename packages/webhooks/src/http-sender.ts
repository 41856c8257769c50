// Requests of webhooks over HTTP. Owners of webhooks choose where the tracker's server connects to. To protect
// addresses that only this server can reach, each attempt resolves a name once, checks the result, and connects to that
// address.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookRequest, WebhookResponse, WebhookSender } from '@trackerkit/core/host'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import type { Agent, Dispatcher, request as Request } from 'undici'
import { plainError, timedOut } from './errors.js'
import { mayGoTo, readRules, targetOf, type Rules } from './rules.js'

/** How `httpSender` makes requests. */
export interface HttpSenderOptions {
  /**
   * Accepted targets beside public addresses: names (`hooks.internal`, or `hooks.internal:8443` for only that port),
   * addresses and ranges of addresses (`10.1.0.0/16`). An accepted name may resolve to any address.
   */
  readonly allow?: readonly string[] | undefined
  /** Milliseconds that an attempt may take in all. Default: 15,000, and never longer than the tracker waits. */
  readonly timeout?: number | undefined
  /** Certificates of authorities in PEM, in place of those that Node knows. */
  readonly ca?: string | undefined
}

/** Finds the addresses of a name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** So much of an answer is read. */
const mostRead = 65_536

/** In bytes; what Node allows too. */
const mostHeaders = 16_384

const defaultTimeout = 15_000

/** Milliseconds for the body of an answer, which owners only read. */
const bodyTimeout = 1000

const optionNames: OptionNames<HttpSenderOptions> = { allow: 'a list of texts', timeout: 'a number', ca: 'text' }

const refusal = 'it does not lead to a public address'

/**
 * A sender for `createTracker({ webhooks: { sender } })`. It connects only to public addresses and those that `allow`
 * names, follows no redirect, and reads at most 64 kB of a response, for at most a second.
 *
 * @throws invalid_options for an unknown option, an `allow` that is no list of texts, or a `ca` that is no text
 * @throws RangeError for an invalid entry of `allow`, or a `timeout` that is not a number above 0
 * @example
 * const sender = httpSender({ allow: ['ci.internal:8080', '10.1.0.0/16'] })
 * const tracker = await createTracker({ store: memoryStore(), webhooks: { sender } })
 */
export function httpSender(options: HttpSenderOptions = {}): WebhookSender {
  return senderThatAsks((host) => lookup(host, { all: true }), options)
}

/** The same with other means to find addresses. */
export function senderThatAsks(resolve: Resolve, options: HttpSenderOptions = {}): WebhookSender {
  refuseUnknownOptions(options, optionNames, 'httpSender')
  const { allow = [], timeout = defaultTimeout, ca } = options
  if (!(timeout > 0 && timeout < 2 ** 31)) throw new RangeError(`timeout must be a number above 0, not ${timeout}`)
  const rules = readRules(allow)
  return {
    async check(url) {
      await judge(url, rules, resolve)
    },
    async send(asked) {
      // Not of `AbortSignal.timeout`: `AbortSignal.any` holds it weakly, so that Node may collect it before its time.
      const over = new AbortController()
      const timer = setTimeout(() => over.abort(timedOut()), timeout)
      const signal = AbortSignal.any([asked.signal, over.signal])
      let agent: Agent | undefined
      try {
        const addresses = await during(signal, judge(asked.url, rules, resolve))
        // Only now: loading it takes an eighth of what the command needs to start, and few trackers have webhooks.
        const undici = await import('undici')
        agent = new undici.Agent(optionsFor(addresses, ca))
        return await post(undici.request, agent, asked, signal)
      } catch (error) {
        throw plainError(asked.signal.aborted ? asked.signal.reason : error)
      } finally {
        clearTimeout(timer)
        void agent?.destroy()
      }
    },
  }
}

/** The addresses that the URL leads to. Every one of them must pass. @throws Error */
async function judge(url: string, rules: Rules, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const target = targetOf(url, rules)
  const family = isIP(target.host)
  const literal = family === 0 ? undefined : [{ address: target.host, family }]
  // A name that does not exist fails like an internal one: errors do not reveal internal names.
  const found = literal ?? (await resolve(target.host).catch(() => []))
  if (found.length === 0 || !found.every(({ address }) => mayGoTo(address, target, rules))) throw new Error(refusal)
  return found
}

/** Connects to these addresses, whatever the name leads to by then. For one attempt. */
function optionsFor(addresses: readonly LookupAddress[], ca: string | undefined): Agent.Options {
  const [first] = addresses
  const answer: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
  return {
    connect: { lookup: answer, ...(ca !== undefined && { ca }) },
    maxHeaderSize: mostHeaders,
    pipelining: 0,
  }
}

async function post(
  request: typeof Request,
  agent: Agent,
  { url, headers, body }: WebhookRequest,
  signal: AbortSignal,
): Promise<WebhookResponse> {
  const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher: agent })
  return { status: answer.statusCode, headers: flat(answer.headers), body: await beginningOf(answer.body) }
}

/** As much of a body as arrives in time. The status has decided the outcome: a body that breaks off or does not end changes nothing. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), bodyTimeout)
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= mostRead) break
    }
  } catch {
    // Owners see what has arrived.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(parts).subarray(0, mostRead).toString()
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

/** Resolves with the work or rejects when the signal aborts: a lookup cannot be canceled. */
async function during<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  return Promise.race([work, ended])
}
