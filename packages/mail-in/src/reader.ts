// Reads messages in a thread, which ends with a message that takes too long or too much memory.
import { Worker } from 'node:worker_threads'
import type { MailReader, ReceivedMail } from '@trackerkit/core/mail'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'

/** Limits of one message. */
export interface MailReaderOptions {
  /** Milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined
  /** Megabytes of memory. Default: 100. */
  readonly heap?: number | undefined
}

const known: OptionNames<MailReaderOptions> = { timeout: 'a number above 0', heap: 'a number above 0' }

interface Answer {
  readonly mail?: ReceivedMail
  readonly error?: { readonly message: string; readonly reason: string }
}

// Threads run JavaScript, so that sources use the built file.
const isSource = import.meta.url.endsWith('.ts')
const code = new URL(isSource ? '../dist/read-thread.js' : './read-thread.js', import.meta.url)

/**
 * Reads messages in a thread, one at a time: at most 10 levels, 100 parts and 256 kB of headers, within a time and a memory.
 * Messages beyond that are refused, and end at most the thread.
 * @throws invalid_options
 */
export function mailReader(options: MailReaderOptions = {}): MailReader {
  refuseUnknownOptions(options, known, 'mailReader')
  const { timeout = 10_000, heap = 100 } = options
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(code, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heap } })
    started.unref()
    // It may also end between two messages.
    const forget = () => void (worker === started && (worker = undefined))
    return started.on('error', forget).on('exit', forget)
  }

  async function readNow(bytes: Uint8Array): Promise<ReceivedMail> {
    worker ??= start()
    const reading = worker
    try {
      return await answerOf(reading, bytes, timeout)
    } catch (error) {
      // It may be in the middle of the message, or dead.
      if (!(error instanceof MessageError)) {
        worker = undefined
        await reading.terminate()
      }
      throw error
    }
  }

  return {
    read(bytes) {
      const read = last.then(() => readNow(bytes))
      last = read.catch(() => undefined)
      return read
    },
    async close() {
      await last
      await worker?.terminate()
      worker = undefined
    },
  }
}

/** A message that the thread has refused. */
class MessageError extends Error {
  override readonly name = 'MessageError'

  constructor(
    message: string,
    readonly reason: string,
  ) {
    super(message)
  }
}

function answerOf(worker: Worker, bytes: Uint8Array, timeout: number): Promise<ReceivedMail> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const settle = (end: () => void) => {
      over.abort()
      end()
    }
    const fail = (problem: string) => settle(() => reject(Object.assign(new Error(problem), { reason: 'unreadable' })))
    const timer = setTimeout(() => fail('reading a message took too long'), timeout)
    const onAnswer = ({ mail, error }: Answer) =>
      settle(() =>
        mail ? resolve(mail) : reject(new MessageError(error?.message ?? '', error?.reason ?? 'unreadable')),
      )
    const onError = (error: Error) => fail(error.message)
    const onExit = () => fail('the thread that reads messages has ended')
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
    })
    worker.once('message', onAnswer).once('error', onError).once('exit', onExit)
    // The copy moves to the thread.
    const copy = Uint8Array.from(bytes)
    worker.postMessage(copy, [copy.buffer])
  })
}
