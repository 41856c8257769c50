/**
 * Returns the key for counting attempts by address. An IPv6 address counts as its 64-bit network, which belongs to
 * one subscriber. An IPv4 address in IPv6 notation counts as the IPv4 address. Any other text stays unchanged, cut to
 * the maximum length.
 */
export function addressBlock(address: string): string {
  const groups = address.includes(':') ? groupsOf(address) : undefined
  if (!groups) return address.slice(0, 64)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The network that whoever has an address may have addresses of: of IPv4 /24, of IPv6 /48. */
export function addressNetwork(address: string): string {
  const block = addressBlock(address)
  const bytes = block.split('.')
  if (bytes.length === 4 && bytes.every((byte) => byte !== '' && Number(byte) <= 255))
    return `${bytes.slice(0, 3).join('.')}.0/24`
  return block.endsWith('::/64') ? `${block.split(':', 3).join(':')}::/48` : block
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] | undefined {
  const [plain = ''] = address.split('%')
  try {
    // The host of a URL has the one form in which "::" stands for zeros and no IPv4 is left.
    const host = new URL(`http://[${plain}]`).hostname.slice(1, -1)
    const [before = [], after] = host.split('::').map((part) => (part === '' ? [] : part.split(':')))
    const zeros = after ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
    return [...before, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
  } catch {
    return undefined
  }
}
