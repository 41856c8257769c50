// Runs before every file of tests: whatever a test fetches from the API is compared with the description of the API.
const plainFetch = globalThis.fetch
const isConforming = Symbol.for('trackerkit.conforming')

async function conformingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await plainFetch(input, init)
  const [, target] = /^https?:\/\/[^/]+(\/(?:.*\/)?rest(?:\.cgi)?\/.*)$/.exec(response.url) ?? []
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || target === undefined) return response
  // Only tests that speak HTTP pay for making the description.
  const { requireConforming } = await import('./conformance.js')
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  const text = await response.clone().text()
  requireConforming(method, target, response.status, text)
  return response
}

// Files that run in one process share it.
if (!(isConforming in plainFetch)) globalThis.fetch = Object.assign(conformingFetch, { [isConforming]: true })
