// A real MariaDB for tests, where the machine has one.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const places = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/bin/mariadbd']
const server = places.find((path) => existsSync(path))
export const hasMariadb = server !== undefined
if (!hasMariadb) console.warn('mariadbd is not installed: tests of databases of Bugzilla are skipped')

export interface Mariadb {
  /** The address of a new database. */
  create(statements: readonly string[]): Promise<string>
  run(url: string, statements: readonly string[]): Promise<void>
  /** Ends all connections to a database. */
  disconnect(url: string): Promise<void>
  stop(): Promise<void>
}

export async function startMariadb(): Promise<Mariadb> {
  // The path of a socket has at most 107 characters.
  const folder = mkdtempSync(join(tmpdir(), 'tk-db-'))
  const user = userInfo().uid === 0 ? ['--user=root'] : []
  // A machine has few places for native input and output, which several servers would share. One that starts removes the temporary
  // tables of all others in its folder.
  const data = [`--datadir=${folder}/data`, `--tmpdir=${folder}`, '--innodb-use-native-aio=0']
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', ...user, ...data],
    // The error then has its messages.
    { stdio: 'pipe' },
  )
  const socket = `${folder}/s.sock`
  const options = ['--skip-networking', '--innodb-flush-log-at-trx-commit=0', '--sql-mode=', `--pid-file=${folder}/pid`]
  const child = spawn(server ?? '', ['--no-defaults', ...user, ...data, `--socket=${socket}`, ...options], {
    stdio: 'ignore',
  })
  const connect = (database?: string) =>
    createConnection({
      socketPath: socket,
      user: 'root',
      multipleStatements: true,
      ...(database !== undefined && { database }),
    })
  await untilReady(child, connect)
  const run = async (database: string | undefined, statements: readonly string[]) => {
    const connection = await connect(database)
    for (let start = 0; start < statements.length; start += 200)
      await connection.query(statements.slice(start, start + 200).join(';'))
    await connection.end()
  }
  let count = 0
  return {
    async create(statements) {
      const name = `bugs${++count}`
      await run(undefined, [`CREATE DATABASE ${name} CHARACTER SET utf8mb4`])
      await run(name, statements)
      return `mysql://root@localhost/${name}?socket=${socket}`
    },
    run: (url, statements) => run(new URL(url).pathname.slice(1), statements),
    async disconnect(url) {
      const connection = await connect()
      const [rows] = await connection.query('SELECT id FROM information_schema.processlist WHERE db = ?', [
        new URL(url).pathname.slice(1),
      ])
      for (const { id } of rows as { id: number }[]) await connection.query(`KILL ${id}`).catch(() => undefined)
      await connection.end()
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, connect: () => ReturnType<typeof createConnection>): Promise<void> {
  for (;;) {
    try {
      await (await connect()).end()
      return
    } catch (error) {
      if (child.exitCode !== null) throw error
      await setTimeout(100)
    }
  }
}
