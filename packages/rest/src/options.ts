import type { AttemptLimit } from './attempts.js'
import type { Log } from './log.js'
import type { CrossOrigin } from './wire/cors.js'

export interface RestOptions {
  /** The folder below which `/rest` is found, such as `/tracker`. Default: `/rest` is found below any folder. */
  readonly basePath?: string | undefined
  /** Which pages of other origins may read answers. Default: none. */
  readonly cors?: CrossOrigin | undefined
  /** How many wrong credentials one address may try before it must wait. */
  readonly attempts?: AttemptLimit | undefined
  /** The largest request body, in bytes. Default: as much as the largest attachment needs. */
  readonly maxBodyBytes?: number | undefined
  /** Where requests and faults are written. Default: faults to stderr, requests nowhere. */
  readonly log?: Log | undefined
}
