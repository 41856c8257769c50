// Types and helpers of rounds.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer, type PostgresServer } from '@trackerkit/test-postgres'
import type { Findings } from './examine.js'
import type { Random } from './random.js'

export interface Setting {
  /** Folder of this round; commands run in it. */
  readonly folder: string
  readonly random: Random
  readonly databases: Databases
}

export interface Round {
  readonly name: string
  run(setting: Setting): Promise<Findings | Skipped>
}

/** Why a round cannot be run here. */
export interface Skipped {
  readonly skipped: string
}

export type DatabaseKind = 'SQLite' | 'PostgreSQL'

export interface Databases {
  /** The name of a new, empty database: a file in the folder, or a URL. */
  fresh(kind: DatabaseKind, folder: string): Promise<string>
  /** The PostgreSQL that all rounds share, started when the first of them wants it. */
  postgres(): Promise<PostgresServer>
  remove(): Promise<void>
}

export function createDatabases(): Databases {
  let started: Promise<PostgresServer> | undefined
  let count = 0
  // Acknowledged writes must be on disk to survive a kill.
  const postgres = () => (started ??= startServer({ isDurable: true }))
  return {
    postgres,
    async fresh(kind, folder) {
      count++
      if (kind === 'SQLite') {
        mkdirSync(join(folder, 'data'), { recursive: true })
        return join('data', `tracker${count}.db`)
      }
      const server = await postgres()
      await server.run(`CREATE DATABASE torture${count} TEMPLATE template0 ENCODING 'UTF8'`)
      return Object.assign(new URL(server.url), { pathname: `torture${count}` }).href
    },
    remove: async () => (await started)?.remove(),
  }
}

/** Waits until `isSo`, at most half a minute. @throws Error naming the condition that did not occur */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (; !isSo(); await pause(20)) if (Date.now() > deadline) throw new Error(`${what} did not come about`)
}

/** A random number of milliseconds up to this. */
export const between = (random: Random, least: number, most: number): number => least + random.upTo(most - least)
