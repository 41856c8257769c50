import { AskError } from './ask-error.js'

/** The source has requested a later retry. */
export class Busy extends AskError {
  constructor(
    message: string,
    status: number,
    readonly after: string | null,
  ) {
    super('throttled', message, { status })
  }
}

/** Milliseconds until the requested retry, given as seconds or a time. */
export function retryAfter(error: AskError): number | undefined {
  if (!(error instanceof Busy) || error.after === null) return undefined
  if (/^\d+$/.test(error.after)) return Number(error.after) * 1000
  const time = Date.parse(error.after)
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now())
}
