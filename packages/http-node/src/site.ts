// The API and the pages beside it.
import type { IncomingMessage } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { createRest, headerOf, localTarget, toRestHandler, type Rest } from '@trackerkit/rest'
import { handlerWithin } from './fetch.js'
import { nodeHandlerOf, type NodeHandler } from './handler.js'
import { restOptionsOf } from './serve-options.js'
import type { ServerContext } from './server-context.js'

export interface Site {
  readonly tracker: Tracker
  readonly answer: NodeHandler
}

/** Opens the tracker where the program has not, and closes it again if its site cannot be made. */
export async function openSite(context: ServerContext): Promise<Site> {
  const { tracker: opener } = context.options
  if (typeof opener !== 'function') return { tracker: opener, answer: await answerFor(opener, context) }
  const tracker = await opener()
  try {
    return { tracker, answer: await answerFor(tracker, context) }
  } catch (error) {
    // The first error is the one to report.
    await tracker.close().catch(() => undefined)
    throw error
  }
}

async function answerFor(tracker: Tracker, { options, inFlight, closing }: ServerContext): Promise<NodeHandler> {
  const api = { hasPages: options.pages !== undefined, ...restOptionsOf(options), closing }
  const rest = createRest(tracker, api, inFlight.refuse)
  const answerApi = nodeHandlerOf(rest, tracker, inFlight)
  if (!options.pages) return answerApi
  // Pages identify the caller themselves: `identify`, which takes requests of node:http, is not called for them.
  const pages = await options.pages(toRestHandler(rest as Rest), tracker)
  const knows = (incoming: IncomingMessage) => tokensIn(incoming).some((token) => rest.knows([{ token }]))
  const { log, observer } = options
  const answerPages = handlerWithin(pages, { tracker, log, observer }, { inFlight, knows })
  return (request, response) =>
    isForApi(request.url ?? '/') ? answerApi(request, response) : answerPages(request, response)
}

const maxTokens = 4

/** Cookies in the form of a token, whatever their names. */
function tokensIn(incoming: IncomingMessage): string[] {
  const values = (headerOf(incoming, 'cookie') ?? '').split(';').map((part) => part.slice(part.indexOf('=') + 1).trim())
  return values.filter((value) => /^\d{1,15}-./.test(value)).slice(0, maxTokens)
}

const apiTarget = /^(\/[^?#]*?)??\/rest(?:\.cgi)?(?:[/?]|$)/

/** Addresses of pages may contain the word, too. Below a prefix, their scripts request `/PREFIX/-/rest`. */
function isForApi(target: string): boolean {
  const [found, before = ''] = apiTarget.exec(localTarget(target)) ?? []
  return found !== undefined && !/^\/(?:admin|products)\/|\/-\//.test(`${before}/`)
}
