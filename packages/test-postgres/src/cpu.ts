import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { PostgresServer } from './server.js'

/** Milliseconds of the processor that a server has taken, by what Linux says of its processes. */
export async function cpuOf({ url }: PostgresServer): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  await client.end()
  const [parent = 0] = statOf(rows[0]?.pid ?? 0).slice(1)
  const ticks = rows.map(({ pid }) => sum(statOf(pid).slice(11, 13)))
  // Of those that have ended the one that started them knows.
  return (sum(ticks) + sum(statOf(parent).slice(11, 15))) * millisecondsOfTick
}

const millisecondsOfTick = 10

/** The fields after the name, which is in parentheses; the state, a letter, is NaN. */
function statOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
