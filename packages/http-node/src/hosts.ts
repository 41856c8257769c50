// The host names of a server. A page of another site could otherwise point its name at this server (DNS rebinding), and send
// requests as if it were of the same origin. IP addresses cannot be redirected like that.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { peekHeader } from '@trackerkit/rest'
import { errorBody, jsonType } from './error-body.js'

/** Answers a request with a foreign host name, and returns true for one. */
export type RefuseHost = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Makes the function that refuses other names than these, IP addresses and localhost.
 * @throws RangeError for an invalid host name
 */
export function createHostCheck(hosts: readonly string[] | undefined): RefuseHost {
  if (!hosts) return () => false
  for (const host of hosts) {
    if (!/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
      throw new RangeError(`hosts: '${host}' is not a host name such as bugs.example.com`)
  }
  const accepted = new Set([...hosts.map((host) => host.toLowerCase()), 'localhost'])
  return (request, response) => {
    const name = nameOf(request)
    if (accepted.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return false
    const body = errorBody('This server is not called by that name here.')
    const headers = { 'Content-Type': jsonType, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(421, { ...headers, Connection: 'close' }).end(request.method === 'HEAD' ? '' : body)
    return true
  }
}

/** The request target has priority over the header. */
function nameOf(request: IncomingMessage): string {
  const [, named] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url ?? '') ?? []
  const authority = (named ?? peekHeader(request, 'host') ?? '').replace(/^.*@/, '')
  return authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
}
