// Requests of the pages beside those to the API.
import type { App } from './app.js'
import { markAsFromPage } from './requests.js'

export async function post(app: Pick<App, 'href' | 'who'>, path: string, body: object = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const request = new Request(app.href(path), init)
  markAsFromPage(request, app)
  return fetch(request)
}

interface Asked {
  /** False for an error, and for no answer. */
  readonly isOk: boolean
  /** For the user, if the answer has nothing else. */
  readonly message: string
  /** Of the error. */
  readonly name?: string
}

/** The JSON of the answer. Without one, only a message. */
export async function ask<T extends object>(
  app: Pick<App, 'href' | 'texts' | 'who'>,
  path: string,
  body?: object,
): Promise<Partial<T> & Asked> {
  const { error, waiting } = app.texts
  try {
    const response = await post(app, path, body)
    return { message: error.title, ...((await response.json()) as Partial<T>), isOk: response.ok }
  } catch {
    return { message: waiting.stuck, isOk: false } as Partial<T> & Asked
  }
}
