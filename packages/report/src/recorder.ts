// The last errors and warnings of the page, in memory only.
import { withoutSecrets } from './without-secrets.js'

export interface Recorder {
  readonly messages: () => readonly string[]
  /** Gives the console back. */
  readonly stop: () => void
}

const mostMessages = 50
const longestMessage = 500
/** Of each message: the rest is never looked at. */
const longestRead = 2000

/** Records `console.error`, `console.warn` and uncaught errors. */
export function recordConsole(): Recorder {
  const kept: string[] = []
  const ending = new AbortController()
  const keep = (level: string, parts: readonly unknown[]) => {
    if (ending.signal.aborted) return
    kept.push(`${level}: ${messageOf(parts)}`.slice(0, longestMessage))
    if (kept.length > mostMessages) kept.shift()
  }
  const originals = (['error', 'warn'] as const).map((level) => {
    const original = console[level]
    const recording = (...parts: unknown[]) => {
      keep(level, parts)
      original.apply(console, parts)
    }
    console[level] = recording
    return { level, original, recording }
  })
  const { signal } = ending
  addEventListener('error', ({ message, filename, lineno }) => keep('uncaught', [message, filename, lineno]), {
    signal,
  })
  addEventListener('unhandledrejection', ({ reason }) => keep('uncaught', [reason]), { signal })
  return {
    messages: () => kept,
    stop() {
      ending.abort()
      for (const { level, original, recording } of originals)
        // Another program may have wrapped it since.
        if (console[level] === recording) console[level] = original
    },
  }
}

function messageOf(parts: readonly unknown[]): string {
  try {
    return withoutSecrets(parts.slice(0, 10).map(textOf).join(' ').slice(0, longestRead))
  } catch {
    return 'unreadable'
  }
}

/** Objects are only named: they may be large, and hold more than was meant to be seen. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part.slice(0, longestRead)
  if (part instanceof Error) return `${part.name}: ${part.message.slice(0, longestRead)}`
  return Object(part) === part ? `[${typeof part}]` : String(part)
}
