// Requests of the pages beside those to the API.
import type { App } from './app.js'
import { markAsFromPage } from './requests.js'

export async function post(app: Pick<App, 'href' | 'who'>, path: string, body: object = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const request = new Request(app.href(path), init)
  markAsFromPage(request, app)
  return fetch(request)
}
