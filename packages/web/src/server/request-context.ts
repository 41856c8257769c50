import type { SetUpState } from '../state/app.js'
import type { Assets } from './assets.js'
import type { Site, WebContext } from './options.js'
import type { Cookie } from './session.js'

/** What is known of a request before it is answered. */
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
  /** How far somebody is who sets the tracker up; undefined when that is done, or not for pages to do. */
  readonly setUp?: SetUpState | undefined
}
