// An editor of a bug, and how it saves.
import type { Signal } from '@preact/signals'
import type { BugData } from './bug-data.js'
import type { Collision } from './collisions.js'
import type { Changes } from './merge.js'

/** A question to the user: which of two values to keep. */
export interface Question {
  /** The bug. */
  readonly id: number
  readonly collisions: readonly Collision[]
  readonly who: string
  readonly at: Date
  /** Resolves with the fields that keep the value of the other user; undefined: nothing is saved. */
  readonly answer: (theirs: ReadonlySet<string> | undefined) => void
}

export interface Editor {
  readonly question: Signal<Question | undefined>
  /** Messages of the API by field. */
  readonly refused: Signal<ReadonlyMap<string, string>>
  /**
   * Sends changes. If they are not saved, the error is in `refused` and in the outcome. `begun`: the bug when the user began to edit;
   * default: the shown one.
   */
  readonly save: (changes: Changes, notice: string, begun?: BugData['bug']) => Promise<Outcome>
}

export type Outcome = { readonly isSaved: true } | { readonly isSaved: false; readonly message: string }

/** Saves one change after the other. `begun`: default: the bug as last loaded. */
export type Saver = (changes: Changes, notice: string, begun: BugData['bug'] | undefined) => Promise<Outcome>
