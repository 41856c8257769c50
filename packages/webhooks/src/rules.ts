// Permitted URLs and addresses of requests: the public network and the allowed exceptions.
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
type Range = ReturnType<typeof ipaddr.parseCIDR>

export interface Rules {
  /** True if a name with this port was allowed, whatever its address. */
  allowsHost(host: string, port: number): boolean
  /** True if an address was allowed. */
  allowsAddress(address: string): boolean
}

/** Target of a URL. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** IPv6 ranges assigned for public use. */
const publicRange = ipaddr.parseCIDR('2000::/3')

/**
 * Reads `host`, `host:port`, an address, an address in brackets with a port, or a range such as 10.0.0.0/8.
 * @throws RangeError for what is none of them
 */
export function readRules(allow: readonly string[]): Rules {
  const ranges: Range[] = []
  const hosts = new Set<string>()
  for (const entry of allow) {
    const range = rangeOf(entry)
    if (range) ranges.push(range)
    else hosts.add(hostOf(entry))
  }
  return {
    allowsHost: (host, port) => hosts.has(host) || hosts.has(`${host}:${port}`),
    allowsAddress: (address) => ranges.some((range) => isWithin(ipaddr.process(address), range)),
  }
}

function rangeOf(entry: string): Range | undefined {
  if (ipaddr.isValid(entry)) {
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as Range
  }
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined
}

/** As URLs spell it. */
function hostOf(entry: string): string {
  const url = URL.canParse(`http://${entry}/`) ? new URL(`http://${entry}/`) : undefined
  const isHost = url && url.pathname === '/' && url.username === '' && url.password === '' && !/[?#/]/.test(entry)
  if (!isHost) throw new RangeError(`'${entry}' is not a host, host:port, address or range of addresses`)
  // http://HOST:80 loses its port.
  const port = /:80$/.test(entry) ? ':80' : url.port === '' ? '' : `:${url.port}`
  return `${withoutBrackets(url.hostname)}${port}`
}

function isWithin(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}

/** Where a URL leads. @throws Error for one that requests do not go to */
export function targetOf(text: string, rules: Rules): Target {
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('it must begin with https:// or http://')
  if (url.username !== '' || url.password !== '') throw new Error('it must not contain a user name or password')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = withoutBrackets(url.hostname)
  const isUsual = port === 80 || port === 443 || port > 1023
  const isAllowed = rules.allowsHost(host, port) || (ipaddr.isValid(host) && rules.allowsAddress(host))
  if (!isUsual && !isAllowed) throw new Error(`its port must be 80, 443 or above 1023, not ${port}`)
  return { host, port }
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Returns true if requests to the address of a host are permitted. */
export function mayGoTo(address: string, { host, port }: Target, rules: Rules): boolean {
  return rules.allowsHost(host, port) || rules.allowsAddress(address) || isPublic(address)
}

function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // Addresses such as ::7f00:1 pass for ordinary ones.
  return address.kind() === 'ipv4' || isWithin(address, publicRange)
}
