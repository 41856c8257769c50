// Requests of pages, on both sides.

/** Searches are sent by POST if the address would be too long or cannot express them. */
function isSearch({ url }: Request, root: string): boolean {
  return ['/bug', '/bug/search'].includes(new URL(url).pathname.slice(new URL(root).pathname.length))
}

/**
 * The client makes the API reject unknown names. The URL of a list may contain anything: its page reports
 * unknown names, and shows the rest.
 */
export function withoutStrictness(request: Request, root: string): Request {
  if (!isSearch(request, root)) return request
  const headers = new Headers(request.headers)
  headers.delete('prefer')
  return new Request(request, { headers })
}

/** The key of a request, by which its response is found: searches differ only in their bodies. */
export async function questionOf(request: Request, root: string): Promise<string> {
  const question = `${request.method} ${request.url.slice(root.length)}`
  return request.method === 'POST' ? `${question} ${await request.clone().text()}` : question
}
