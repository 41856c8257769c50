// Requests of pages, on both sides.
import type { App } from './app.js'

/** Marks a request as one of a page for its user. It is refused if another one has logged in since. */
export function markAsFromPage({ headers }: Request, app: Pick<App, 'who'> | undefined): void {
  headers.set('X-TrackerKit-Web', '1')
  if (app?.who) headers.set('X-TrackerKit-User', String(app.who.id))
}

/** The name of the channel by which the tabs of a browser hear of each other. */
export function channelName(prefix: string): string {
  return `trackerkit ${prefix}`
}

/** Searches are sent by POST if the address would be too long or cannot express them. */
function isSearch({ url }: Request, root: string): boolean {
  return ['/bug', '/bug/search'].includes(new URL(url).pathname.slice(new URL(root).pathname.length))
}

/**
 * The client makes the API reject unknown names. The URL of a list may contain anything: its page reports
 * unknown names, and shows the rest.
 */
export function dropStrictness(request: Request, root: string): void {
  if (isSearch(request, root)) request.headers.delete('prefer')
}

/** The key of a request, by which its response is found: searches differ only in their bodies. */
export async function questionOf(request: Request, root: string): Promise<string> {
  const question = `${request.method} ${request.url.slice(root.length)}`
  return request.method === 'POST' ? `${question} ${await request.clone().text()}` : question
}
