// The names by which a server may be called. A page of another site could otherwise let a name of its own lead here (DNS rebinding),
// and ask as if it were of the same origin. Addresses cannot be turned like that.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { peekHeader } from '@trackerkit/rest'

/** Answers a request by a name that is none of the server's, and returns whether it was one. */
export type RefuseHost = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Makes the function that refuses other names. Addresses and localhost are always among those that may be used.
 * @throws RangeError for what is no name of a host
 */
export function createHostCheck(hosts: readonly string[] | undefined): RefuseHost {
  if (!hosts) return () => false
  for (const host of hosts) {
    if (!/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
      throw new RangeError(`hosts: '${host}' is no name of a host, such as bugs.example.com`)
  }
  const known = new Set([...hosts.map((host) => host.toLowerCase()), 'localhost'])
  return (request, response) => {
    const name = nameOf(request)
    if (known.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return false
    const message = 'This server is not called by that name here.'
    const body = JSON.stringify({ error: true, code: 32000, message })
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(421, { ...headers, Connection: 'close' }).end(request.method === 'HEAD' ? '' : body)
    return true
  }
}

/** The name in the request target where it has one, else in the header. */
function nameOf(request: IncomingMessage): string {
  const [, named] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url ?? '') ?? []
  const authority = (named ?? peekHeader(request, 'host') ?? '').replace(/^.*@/, '')
  return authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}
