// Messages between a store and its scan threads.
import type { DriverName } from './driver/driver.js'

export interface ThreadSettings {
  readonly driver: DriverName
  readonly file: string
  /** How many milliseconds it waits for the lock of another connection. */
  readonly busyTimeout: number
  /** True if the thread writes; by default threads only read. */
  readonly writes?: boolean
  /** The function that statements call for the rows that they look at. */
  readonly heartbeat: string
  /** Shared: while it holds something else than 0, every statement ends by an error at its next row. */
  readonly stop: Int32Array
}

export interface Question {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A statement that is run outside of any snapshot. */
export interface Statement {
  readonly run: string
}

/** `end`: the snapshot ends. `close`: the thread ends, without a response. */
export type Message = Question | Statement | 'end' | 'close'

/** In the order of the messages. An error of the driver loses its class on the way. */
export type Answer = { readonly rows: unknown[][] } | { readonly error: DriverError }

export interface DriverError {
  readonly message: string
  /** Of better-sqlite3: the name of the result. */
  readonly code?: string | undefined
  /** Of node:sqlite: its number. */
  readonly errcode?: number | undefined
}
