// Files of lines, as `export` writes them and `import` reads them.
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { basename, dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Readable, Writable } from 'node:stream'
import { addInFreePlace } from '../backup/move-into-place.js'
import { targetOf } from '../backup/target-of.js'
import { errorAbout, removeUnfinished, unfinishedOf } from '../backup/unfinished.js'
import { CommandError } from '../terminal/command.js'
import { outputStream } from '../terminal/print.js'

/** Bytes: more than the largest permitted attachment in base64. */
const longestLine = 400_000_000

/** Where lines go. */
export interface LineSink {
  write(line: string): Promise<void>
  /** Renames the file to its final name. */
  close(): Promise<void>
  /** Deletes what was written. */
  abandon(): Promise<void>
}

interface SinkOptions {
  readonly gzip: boolean
}

/**
 * Opens a new file for lines, or stdout (`-`). A file ends in `.part` until it is complete, and only its owner can read it.
 * @throws CommandError if the file exists
 */
export function openSink(to: string, { gzip }: SinkOptions): LineSink {
  const target = to === '-' ? to : targetOf(to)
  const unfinished = unfinishedOf(target)
  if (to !== '-') {
    if (existsSync(to)) throw new CommandError(`${to} already exists`)
    removeUnfinished(dirname(target), (name) => name === basename(target))
  }
  const end: Writable = to === '-' ? outputStream() : createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
  const zipped = gzip ? createGzip() : undefined
  zipped?.pipe(end, { end: to !== '-' })
  const first = zipped ?? end
  const rethrow = (error: unknown): never => {
    throw errorAbout(to, unfinished, error)
  }
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    // Otherwise, writers that wait for it to drain would wait forever.
    zipped?.destroy(error)
  }
  for (const stream of [first, end]) stream.on('error', fail)
  const requireSound = () => {
    if (failure !== undefined) rethrow(failure)
  }
  return {
    async write(line) {
      requireSound()
      if (!first.write(`${line}\n`)) await once(first, 'drain').catch(rethrow)
    },
    async close() {
      requireSound()
      if (first !== outputStream()) first.end()
      if (to !== '-') await finished(end).catch(rethrow)
      else if (zipped) await finished(zipped)
      requireSound()
      if (to !== '-' && !addInFreePlace(unfinished, target)) throw new CommandError(`${to} already exists`)
      rmSync(unfinished, { force: true })
    },
    async abandon() {
      first.destroy()
      if (to === '-') return
      end.destroy()
      await finished(end).catch(() => undefined)
      rmSync(unfinished, { force: true })
    },
  }
}

/** Yields the lines of a file or of stdin (`-`), decompressed if needed. @throws CommandError */
export async function* linesFrom(from: string): AsyncGenerator<string> {
  if (from !== '-' && !existsSync(from)) throw new CommandError(`${from} does not exist`)
  const source: Readable = from === '-' ? process.stdin : createReadStream(from)
  yield* splitLines(await unzipped(source))
}

/** Decompresses the input if its first bytes identify it as compressed. */
async function unzipped(source: Readable): Promise<AsyncIterable<Buffer>> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const begin = await chunks.next()
  const first = begin.done ? undefined : begin.value
  async function* all(): AsyncGenerator<Buffer> {
    if (first) yield first
    for (;;) {
      const next = await chunks.next()
      if (next.done) return
      yield next.value
    }
  }
  const isZipped = first !== undefined && first[0] === 0x1f && first[1] === 0x8b
  return isZipped ? unpack(all()) : all()
}

async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const feeding = (async () => {
    for await (const chunk of chunks) if (!gunzip.write(chunk)) await once(gunzip, 'drain')
    gunzip.end()
  })()
  feeding.catch((error: unknown) => gunzip.destroy(error as Error))
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    throw new CommandError(`the gzip file cannot be decompressed: ${(error as Error).message}`)
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  let number = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      yield textOf([...parts, chunk.subarray(start, at)], ++number)
      parts = []
      length = 0
      start = at + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine) throw new CommandError(`a line is longer than ${longestLine} bytes`)
  }
  if (parts.length > 0) yield textOf(parts, ++number)
}

/** Text in another encoding would lose its characters. @throws CommandError */
function textOf(parts: readonly Buffer[], number: number): string {
  const bytes = Buffer.concat(parts)
  if (!isUtf8(bytes)) throw new CommandError(`line ${number} is not UTF-8`)
  return bytes.toString('utf8').replace(/\r$/, '')
}
