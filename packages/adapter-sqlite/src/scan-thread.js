// The code of the threads that scan: each has a connection of its own, and answers one question after the other.
//
// It is JavaScript and imports nothing but a driver, so that a thread starts in a few milliseconds, and from the sources as it
// does from the package: threads know no loader.
/// <reference types="node" />
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

/** So many statements are kept prepared. */
const statementsKept = 300

/**
 * @typedef {object} Connection
 * @property {(sql: string) => (parameters: readonly unknown[]) => unknown[][]} prepare
 * @property {() => boolean} isInTransaction
 * @property {(sql: string) => unknown[][]} run
 * @property {() => void} close
 */

const { driver, file, busyTimeout, writes, heartbeat, stop } =
  /** @type {import('./scan-messages.js').ThreadSettings} */ (workerData)
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const db = driver === 'node:sqlite' ? openByNode() : openByBetter()

/** Statements call it for the rows that they look at. */
function beat(/** @type {number} */ _rows) {
  if (Atomics.load(stop, 0) !== 0) throw new Error('the scan was stopped')
  return 1
}

/** @returns {Connection} */
function openByBetter() {
  const Database = /** @type {import('./driver/better.js').BetterConstructor} */ (
    createRequire(import.meta.url)('better-sqlite3')
  )
  const own = new Database(file, { readonly: !writes, fileMustExist: true, timeout: busyTimeout })
  own.function(heartbeat, { directOnly: true }, beat)
  return {
    prepare(sql) {
      const statement = own.prepare(sql).raw(true)
      return (parameters) => /** @type {unknown[][]} */ (statement.all(parameters))
    },
    isInTransaction: () => own.inTransaction,
    run(sql) {
      const statement = own.prepare(sql)
      if (statement.reader) return /** @type {unknown[][]} */ (statement.raw(true).all())
      statement.run()
      return []
    },
    close: () => void own.close(),
  }
}

/** @returns {Connection} */
function openByNode() {
  const { DatabaseSync } = /** @type {import('./driver/node.js').NodeModule} */ (
    /** @type {unknown} */ (process.getBuiltinModule(/** @type {'node:fs'} */ ('node:sqlite')))
  )
  const own = new DatabaseSync(file, { readOnly: !writes, timeout: busyTimeout })
  own.prepare('PRAGMA cache_size = -16000').run()
  own.function(heartbeat, { directOnly: true }, beat)
  return {
    prepare(sql) {
      const statement = own.prepare(sql)
      statement.setReturnArrays(true)
      return (parameters) => /** @type {unknown[][]} */ (statement.all(.../** @type {never[]} */ (parameters)))
    },
    isInTransaction: () => own.isTransaction,
    run(sql) {
      const statement = own.prepare(sql)
      statement.setReturnArrays(true)
      return /** @type {unknown[][]} */ (statement.all())
    },
    close: () => own.close(),
  }
}

/** @type {Map<string, (parameters: readonly unknown[]) => unknown[][]>} */
const statements = new Map()

/** @param {string} sql */
function prepared(sql) {
  let statement = statements.get(sql)
  if (!statement) {
    if (statements.size >= statementsKept) statements.clear()
    statement = db.prepare(sql)
    statements.set(sql, statement)
  }
  return statement
}

/**
 * The first question after an `end` begins the snapshot.
 * @param {import('./scan-messages.js').Question | import('./scan-messages.js').Statement} message
 * @returns {import('./scan-messages.js').Answer}
 */
function answer(message) {
  try {
    if ('run' in message) return { rows: db.run(message.run) }
    if (!db.isInTransaction()) db.run('BEGIN')
    return { rows: prepared(message.sql)(message.parameters) }
  } catch (error) {
    const { message, code, errcode } = /** @type {import('./scan-messages.js').DriverError} */ (error)
    return { error: { message, code, errcode } }
  }
}

/** @returns {import('./scan-messages.js').Answer} */
function end() {
  if (db.isInTransaction()) db.run('COMMIT')
  return { rows: [] }
}

port.on('message', (/** @type {import('./scan-messages.js').Message} */ message) => {
  if (message === 'close') {
    db.close()
    // Ports of Deno have no such function.
    if (typeof port.close === 'function') port.close()
    else process.exit(0)
  } else port.postMessage(message === 'end' ? end() : answer(message))
})
