// The address of a request.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Tracker } from '@trackerkit/core'
import { headerOf, requestLimits } from '@trackerkit/rest'

/** Trackers with a logged warning about an unknown proxy. The handlers of API and pages share a tracker. */
const warned = new WeakSet<Tracker>()

/**
 * Makes the function that finds the address of the client: the peer, unless that is one of the proxies in the parameter
 * `inbound_proxies`. Then it is the last address that is no such proxy: clients can write anything before it.
 */
export function createAddressReader(tracker: Tracker): (incoming: IncomingMessage) => Promise<string | undefined> {
  return async (incoming) => {
    const peer = peerOf(incoming)
    const forwarded = headerOf(incoming, 'x-forwarded-for')
    if (peer === undefined || forwarded === undefined) return peer
    // The tracker caches parameters.
    const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['inbound_proxies'] })
    const proxies = new Set((parameters['inbound_proxies'] ?? '').split(/[\s,]+/).map(plain))
    if (!proxies.has(peer)) {
      warnOnce(tracker, peer)
      return peer
    }
    const last = forwarded.split(',').slice(-requestLimits.forwardedAddresses)
    const hops = last.map((hop) => plain(withoutPort(hop.trim())))
    return hops.findLast((hop) => !proxies.has(hop)) ?? hops[0]
  }
}

function warnOnce(tracker: Tracker, peer: string): void {
  if (warned.has(tracker)) return
  warned.add(tracker)
  tracker.logger.warn(
    'X-Forwarded-For comes from an address that the parameter inbound_proxies does not name. If that is your ' +
      'proxy, name it: until then all its clients count as one address',
    { peer },
  )
}

/** The other end of the connection. */
export function peerOf(incoming: IncomingMessage): string | undefined {
  return plain(incoming.socket.remoteAddress)
}

/** Some proxies add the port, which differs with each connection, and brackets around IPv6. */
function withoutPort(hop: string): string {
  if (isIP(hop) !== 0) return hop
  const address = hop.startsWith('[') ? hop.slice(1, hop.indexOf(']')) : hop.slice(0, hop.lastIndexOf(':'))
  return isIP(address) === 0 ? hop : address
}

/** The IPv4 address of an IPv4-mapped IPv6 address. */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '')
}
