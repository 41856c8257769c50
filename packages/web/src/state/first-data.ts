// Data that the server sends with a page.
import type { SiteSettings } from './app.js'
import type { Who } from '../page/who.js'

export interface FirstData {
  readonly site: SiteSettings
  readonly who: Who | null
  /** Reference time of relative times, in milliseconds since 1970. */
  readonly now: number
}

/** The data block of a page: its initial state, and the API responses used for rendering it, packed, by method and path. */
export interface DataBlock {
  readonly first: FirstData
  readonly answers: Readonly<Record<string, readonly [status: number, body: unknown]>>
}
