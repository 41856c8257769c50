// What a store and the threads that scan for it say to each other.
import type { DriverName } from './driver/driver.js'

export interface ThreadSettings {
  readonly driver: DriverName
  readonly file: string
  /** How many milliseconds it waits for the lock of another connection. */
  readonly busyTimeout: number
  /** The function that statements call for the rows that they look at. */
  readonly heartbeat: string
  /** Shared: while it holds something else than 0, every statement ends by an error at its next row. */
  readonly stop: Int32Array
}

export interface Question {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** `end`: the snapshot is over. `close`: so is the thread, which says nothing to that. */
export type Message = Question | 'end' | 'close'

/** In the order of the messages. An error of the driver loses its class on the way. */
export type Answer = { readonly rows: unknown[][] } | { readonly error: DriverError }

export interface DriverError {
  readonly message: string
  /** Of better-sqlite3: the name of the result. */
  readonly code?: string | undefined
  /** Of node:sqlite: its number. */
  readonly errcode?: number | undefined
}
