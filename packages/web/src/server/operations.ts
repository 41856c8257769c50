// The operations as one person may use them, in this process: a client whose `fetch` is the API itself.
import { connect, type Client } from '@trackerkit/client'
import { questionOf, withoutStrictness } from '../state/requests.js'
import type { Identity, Site, WebContext } from './options.js'

/** For whom the API is asked, and from where. */
export interface Asker {
  /** Null: nobody. Undefined: whom the input of the operation names, which is how one logs in. */
  readonly identity: Identity | undefined
  readonly origin: URL
  readonly context: WebContext
}

/** What the API answered while a page was made, by question: the browser begins with these. */
export type Answers = Map<string, { readonly status: number; readonly body: string }>

export function createOperations(site: Site, asker: Asker, answers: Answers): Client {
  const root = asker.origin.origin + site.restPath
  return connect({
    url: root,
    retry: false,
    async fetch(request) {
      const question = await questionOf(request, root)
      const response = await askRest(site, asker, withoutStrictness(request, root))
      const body = await response.text()
      answers.set(question, { status: response.status, body })
      return new Response(body === '' ? null : body, response)
    },
  })
}

const credentials = /^(cookie|authorization|x-(tracker|bugzilla)-.*)$/

/** Asks the API for somebody. Credentials in headers of the request do not count. */
export async function askRest(site: Site, { identity, context }: Asker, request: Request): Promise<Response> {
  const headers = new Headers([...request.headers].filter(([name]) => !credentials.test(name)))
  const { address, peer, passedOn = {} } = context
  for (const name of ['traceparent', 'tracestate'] as const) {
    const value = passedOn[name]
    if (value !== undefined) headers.set(name, value)
  }
  return site.rest(new Request(request, { headers }), { address, peer, identity })
}
