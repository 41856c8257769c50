// The code of the threads that scan: each has a connection of its own, and answers one question after the other.
//
// It is JavaScript and imports nothing but the driver, so that a thread starts in a few milliseconds, and from the sources as it
// does from the package: threads know no loader.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** So many statements are kept prepared. */
const statementsKept = 300

const { file, busyTimeout, heartbeat, stop } = /** @type {import('./scan-messages.js').ThreadSettings} */ (workerData)
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const db = new Database(file, { readonly: true, timeout: busyTimeout })
// Statements call it for the rows that they look at.
db.function(heartbeat, { directOnly: true }, (/** @type {number} */ _rows) => {
  if (Atomics.load(stop, 0) !== 0) throw new Error('the scan was stopped')
  return 1
})

/** @type {Map<string, Database.Statement<unknown[]>>} */
const statements = new Map()

/** @param {string} sql */
function prepared(sql) {
  let statement = statements.get(sql)
  if (!statement) {
    if (statements.size >= statementsKept) statements.clear()
    statement = db.prepare(sql).raw(true)
    statements.set(sql, statement)
  }
  return statement
}

/**
 * The first question after an `end` begins the snapshot.
 * @param {import('./scan-messages.js').Question} question
 * @returns {import('./scan-messages.js').Answer}
 */
function answer({ sql, parameters }) {
  try {
    if (!db.inTransaction) db.exec('BEGIN')
    return { rows: /** @type {unknown[][]} */ (prepared(sql).all(parameters)) }
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error)
    return { error: { message, code } }
  }
}

/** @returns {import('./scan-messages.js').Answer} */
function end() {
  if (db.inTransaction) db.exec('COMMIT')
  return { rows: [] }
}

port.on('message', (/** @type {import('./scan-messages.js').Message} */ message) => {
  if (message === 'close') {
    db.close()
    port.close()
  } else port.postMessage(message === 'end' ? end() : answer(message))
})
