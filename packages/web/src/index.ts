// The pages of a tracker as a function from request to response.
import { assetsFolder } from './assets.js'
import { createHandler } from './server/handler.js'
import type { WebOptions } from './server/options.js'
import type { WebHandler } from './server/web-handler.js'

export type { WebHandler } from './server/web-handler.js'
export type { FooterLink, HostUser, Identify, Identity, Rest, WebContext, WebOptions } from './server/options.js'
export type { Setup, SetupInput } from './server/setup-gate.js'
export type { Color, Theme } from './server/theme.js'

/**
 * Makes the function that answers requests for pages, for servers that speak in `Request` and `Response`; `toNodeHandler` of
 * @trackerkit/http-node makes one for node:http of it. The address of a request must be the one that the browser sees.
 *
 * @throws TypeError for options that cannot be meant, Error when the package has not been built
 * @example
 * const { createRestHandler } = await import('@trackerkit/rest')
 * const pages = createWebHandler({ rest: createRestHandler(tracker), title: 'Bugs of Example' })
 * const response = await pages(new Request('https://bugs.example.com/bug/12'))
 */
export function createWebHandler(options: WebOptions): WebHandler {
  return createHandler(options, assetsFolder)
}
