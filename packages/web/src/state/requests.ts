// What the requests of pages have in common on both sides.

/** Whether a request asks for a list of bugs: by POST where the address would be too long, or has no form for what is asked. */
function isSearch({ url }: Request, root: string): boolean {
  return ['/bug', '/bug/search'].includes(new URL(url).pathname.slice(new URL(root).pathname.length))
}

/**
 * The client asks the API to refuse names that it does not know. In the address of a list anything may stand: there the page tells
 * what means nothing, and shows the rest.
 */
export function withoutStrictness(request: Request, root: string): Request {
  if (!isSearch(request, root)) return request
  const headers = new Headers(request.headers)
  headers.delete('prefer')
  return new Request(request, { headers })
}

/** What a request asks, by which its answer is found again: searches differ in their bodies alone. */
export async function questionOf(request: Request, root: string): Promise<string> {
  const question = `${request.method} ${request.url.slice(root.length)}`
  return request.method === 'POST' ? `${question} ${await request.clone().text()}` : question
}
