// The operations with one user's permissions, in this process: a client whose `fetch` is the API itself.
import { connect, type Client } from '@trackerkit/client'
import { dropStrictness, questionOf } from '../state/requests.js'
import type { Identity, Site, WebContext } from './options.js'

/** The identity and address for requests to the API. */
export interface Asker {
  /** Null: anonymous. Undefined: the user named in the operation's input, for a login. */
  readonly identity: Identity | undefined
  readonly origin: URL
  readonly context: WebContext
}

/** An answer of the API. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The responses of the API while a page is rendered, by request: the browser starts with them. */
export type Answers = Map<string, Promise<Answer>>

export function createOperations(site: Site, asker: Asker, answers: Answers): Client {
  const root = asker.origin.origin + site.restPath
  return connect({
    url: root,
    retry: false,
    async fetch(request) {
      const question = await questionOf(request, root)
      dropStrictness(request, root)
      const answer = wholeAnswer(site, asker, request)
      answers.set(question, answer)
      const { status, headers, body } = await answer
      return new Response(body === '' ? null : body, { status, headers })
    },
  })
}

async function wholeAnswer(site: Site, asker: Asker, request: Request): Promise<Answer> {
  const response = await askRest(site, asker, request)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/**
 * All responses in the order of the requests, also those for which a failed page has not waited: otherwise the order
 * and timing of responses would reveal how long each took.
 */
export async function allAnswers(answers: Answers): Promise<readonly (readonly [question: string, answer: Answer])[]> {
  const questions = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const settled = await Promise.allSettled(
    questions.map(async ([question, answer]) => [question, await answer] as const),
  )
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** In characters. The browser asks the API for the answers that are not in the page. */
const mostInPage = 1_000_000

/** The answers that a page carries: the smallest ones, as many as fit. */
export function answersInPage<T extends readonly [question: string, answer: Answer]>(
  answers: readonly T[],
): readonly T[] {
  let remaining = mostInPage
  const fitting = new Set<T>()
  for (const one of answers.toSorted(([, a], [, b]) => a.body.length - b.body.length)) {
    remaining -= one[1].body.length
    if (remaining < 0) break
    fitting.add(one)
  }
  return answers.filter((one) => fitting.has(one))
}

const credentials = /^(cookie|authorization|x-(tracker|bugzilla)-.*)$/

/** Calls the API as a user, with a request made for it: credentials in its headers are removed. */
export async function askRest(site: Site, { identity, context }: Asker, request: Request): Promise<Response> {
  const { headers } = request
  for (const name of [...headers.keys()]) if (credentials.test(name)) headers.delete(name)
  const { address, peer, passedOn = {} } = context
  for (const name of ['traceparent', 'tracestate'] as const) {
    const value = passedOn[name]
    if (value !== undefined) headers.set(name, value)
  }
  return site.rest(request, { address, peer, identity })
}
