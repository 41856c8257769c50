// Tools for making the parts of one bug.
import type { Random } from './random.js'
import type { Setting } from './setting.js'
import type { TextWriter } from './texts.js'

export type OfBug<T> = Omit<T, 'bug_id'>

export interface Workshop {
  readonly random: Random
  readonly writer: TextWriter
  readonly setting: Setting
  /** How many bugs there will be. */
  readonly bugs: number
  readonly isBrief: boolean
}
