// Errors of the system and of the store, as a person understands them.
import { isTrackerError } from '@trackerkit/core'

interface SystemError {
  readonly code?: unknown
  readonly address?: unknown
  readonly port?: unknown
}

/** One line that says what went wrong. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, address, port } = error as SystemError
  if (isTrackerError(error)) return error.message
  switch (code) {
    case 'EADDRINUSE':
      return `port ${String(port)} on ${String(address)} is in use by another program; choose another with --port`
    case 'EACCES':
      return port === undefined
        ? firstLine(error.message)
        : `port ${String(port)} may not be used by you; choose one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'the address given with --host is none of this machine'
    default:
      return firstLine(error.message)
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
