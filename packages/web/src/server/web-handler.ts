import type { WebContext } from './options.js'

/** Answers one request. It never rejects. */
export type WebHandler = (request: Request, context?: WebContext) => Promise<Response>
