// The pages that the command serves beside the API.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Command } from 'commander'
import type { Tracker } from '@trackerkit/core'
import type { ServeOptions } from '@trackerkit/http-node'
import { createWebHandler, type Theme, type WebHandler, type WebOptions } from '@trackerkit/web'
import { UsageError } from '../terminal/command.js'
import type { SetUpOffer } from './setup-link.js'

export interface PageOptions {
  /** False: there are none. */
  readonly web?: boolean
  readonly title?: string
  readonly origin?: string
  readonly theme?: string
}

/** Context of the pages besides their options. */
interface PageSurroundings extends Pick<WebOptions, 'demo' | 'identify'> {
  /** Setup link of a tracker without an administrator. */
  readonly setUp?: SetUpOffer | undefined
}

export function addPageOptions(command: Command): Command {
  return command
    .option('--no-web', 'Serve only the API, without pages.')
    .option('--title <TITLE>', 'Site name on the pages. Default: TrackerKit.')
    .option(
      '--origin <URL>',
      'Public origin of the pages, such as https://bugs.example.com. Default: the parameter urlbase, or localhost ' +
        'and any IP address.',
    )
    .option('--theme <FILE>', 'JSON file with the design of the pages: accent, background, text, radius, font.')
}

/**
 * Returns the handler of the pages; undefined if they are disabled.
 * @throws UsageError for invalid options
 */
export function chosenPages(options: PageOptions, { setUp, ...people }: PageSurroundings = {}): ServeOptions['pages'] {
  if (options.web === false) return undefined
  const { title, theme: file } = options
  const more = { title, ...people, theme: file === undefined ? undefined : readTheme(file) }
  requireUsable({ ...more, origin: options.origin })
  return async (rest, tracker) => {
    const origin = await originOf(options, tracker)
    const setup = await setUp?.offeredTo(tracker, origin)
    const pages = createWebHandler({ rest, origin, setup, ...more })
    return origin === undefined ? onlyForThisMachine(pages) : pages
  }
}

/** Options are tried before anything is opened. */
function requireUsable(options: Omit<WebOptions, 'rest'>): void {
  try {
    createWebHandler({ ...options, rest: () => Promise.resolve(new Response()) })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

function readTheme(file: string): Theme {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Theme
  } catch (error) {
    throw new UsageError(`--theme: ${file} cannot be read as JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** The origin of the pages: the option, otherwise the parameter urlbase; undefined when neither is set. */
export async function originOf({ origin }: PageOptions, tracker: Tracker): Promise<string | undefined> {
  if (origin !== undefined) return origin
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['urlbase'] })
  const url = parameters['urlbase'] ?? ''
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/**
 * Otherwise a page of another host could point one of its names here and read the responses as its own
 * origin. This cannot be done with addresses.
 */
function onlyForThisMachine(pages: WebHandler): WebHandler {
  return async (request, context) => {
    const { hostname } = new URL(request.url)
    if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return pages(request, context)
    const message = `This tracker does not accept the host name ${hostname}. To allow it, start the server with --origin, such as --origin https://${hostname}\n`
    return new Response(message, { status: 421, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
  }
}
