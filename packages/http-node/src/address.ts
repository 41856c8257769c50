// Where a request comes from.
import type { IncomingMessage } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { headerOf } from './request.js'
import { readSettings } from './settings.js'

/**
 * The address of the client: the peer, unless that is one of the proxies that the parameter `inbound_proxies` names. Then it is
 * the last address that no such proxy has: what stands before that, anybody could have written.
 */
export async function clientAddress(tracker: Tracker, incoming: IncomingMessage): Promise<string | undefined> {
  const peer = plain(incoming.socket.remoteAddress)
  const forwarded = headerOf(incoming, 'x-forwarded-for')
  if (peer === undefined || forwarded === undefined) return peer
  const { inbound_proxies } = await readSettings(tracker, 'inbound_proxies')
  const proxies = new Set(inbound_proxies.split(/[\s,]+/).map(plain))
  const hops = [...forwarded.split(',').map((hop) => plain(hop.trim())), peer]
  return hops.findLast((hop) => !proxies.has(hop)) ?? hops[0]
}

/** IPv4 as such, also when it comes by way of IPv6. */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '')
}
