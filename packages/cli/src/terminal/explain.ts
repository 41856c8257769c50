// Errors of the system and of the store, as a person understands them.
import { isTrackerError } from '@trackerkit/core'
import { CommandError } from './command.js'

interface SystemError {
  readonly code?: string
  readonly address?: string
  readonly port?: number
  /** 'admin' for the separate port of health checks. */
  readonly option?: string
}

/** Returns the message of an error that ends the command. */
export function messageOf(error: unknown): string {
  return error instanceof CommandError ? error.message : explain(error)
}

/** A one-line explanation of an error. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isTrackerError(error)) return error.message
  const { code = '', address, port, option } = error as SystemError
  const prefix = option === 'admin' ? '--admin-' : '--'
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is in use; choose another with ${prefix}port`
  if (code === 'EACCES' && port !== undefined) return `port ${port} requires privileges; use one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${prefix}host is not an address of this machine`
  return firstLine(error.message)
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
