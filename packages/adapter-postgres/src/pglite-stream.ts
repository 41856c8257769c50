// The protocol of PostgreSQL between `pg` and PGlite, in place of a socket.
import { Duplex } from 'node:stream'

/** The part of PGlite that speaks the protocol. */
export interface PgliteWire {
  execProtocolRaw(message: Uint8Array): Promise<Uint8Array>
}

/** Messages after which the server answers: Sync, Flush and Query. */
const answered = new Set(['S', 'H', 'Q'].map((letter) => letter.charCodeAt(0)))
const terminate = 'X'.charCodeAt(0)

/** PGlite has one session, which keeps the state of the last client. */
const cleaning = ['ROLLBACK', 'DEALLOCATE ALL', 'RESET ALL']

interface Messages {
  readonly kind: 'start' | 'ask' | 'end'
  readonly bytes: Buffer
}

/** Splits what `pg` sends after each message that is answered. The rest waits for the next part. */
function createSplitter(): (part: Buffer) => Messages[] {
  let pending: Buffer = Buffer.alloc(0)
  let hasStarted = false
  return (part) => {
    pending = pending.length === 0 ? part : Buffer.concat([pending, part])
    const found: Messages[] = []
    let sent = 0
    for (let at = 0; ;) {
      // The first message has no type.
      const length = hasStarted ? 1 : 0
      if (pending.length < at + length + 4) break
      const end = at + length + pending.readInt32BE(at + length)
      if (pending.length < end) break
      const type = pending[at] as number
      if (!hasStarted || type === terminate || answered.has(type)) {
        const kind = !hasStarted ? 'start' : type === terminate ? 'end' : 'ask'
        found.push({ kind, bytes: pending.subarray(sent, end) })
        hasStarted = true
        sent = end
      }
      at = end
    }
    pending = pending.subarray(sent)
    return found
  }
}

/** Creates a stream that `pg` uses as a connected socket. */
export function createPgliteStream(db: PgliteWire): Duplex {
  const split = createSplitter()

  async function receive(part: Buffer): Promise<void> {
    for (const { kind, bytes } of split(part)) {
      if (kind === 'start')
        for (const sql of cleaning) await db.execProtocolRaw(queryMessage(sql)).catch(() => undefined)
      stream.push(kind === 'end' ? null : Buffer.from(await ask(db, bytes)))
    }
  }

  function write(part: Buffer, done: (error?: Error) => void): void {
    receive(part).then(
      () => done(),
      (error: unknown) => done(error as Error),
    )
  }

  const stream = new Duplex({
    read: () => undefined,
    write: (part: Buffer, _encoding, done) => write(part, done),
    writev: (parts, done) => write(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)), done),
  })
  return Object.assign(stream, {
    connect: () => void setImmediate(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}

async function ask(db: PgliteWire, bytes: Buffer): Promise<Uint8Array> {
  try {
    return await db.execProtocolRaw(bytes)
  } catch (error) {
    // A database that is closed or broken is unavailable, like a server that has gone.
    throw Object.assign(new Error('PGlite does not answer', { cause: error }), { code: 'ECONNRESET' })
  }
}

function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
