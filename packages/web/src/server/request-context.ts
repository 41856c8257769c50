import type { PageAddress } from '../page/page.js'
import type { SetUpState } from '../state/app.js'
import type { Assets } from './assets.js'
import type { Site, WebContext } from './options.js'
import type { Cookie } from './session.js'

/** The address of a page without a login. */
export function anonymousAddress({ path, url, origin }: Pick<RequestContext, 'path' | 'url' | 'origin'>): PageAddress {
  return { path, params: {}, query: url.searchParams, origin: origin.origin, hash: '', who: null }
}

/** The context of a request. */
export interface RequestContext {
  readonly site: Site
  readonly assets: Assets
  readonly request: Request
  readonly url: URL
  /** Below the prefix. */
  readonly path: string
  /** Where people see the pages. */
  readonly origin: URL
  readonly cookie: Cookie
  readonly context: WebContext
  /** The progress of the setup; undefined if it is done, or not possible in pages. */
  readonly setUp?: SetUpState | undefined
}
