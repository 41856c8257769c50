import { expect, it } from 'vitest'
import { addressBlock, addressNetwork } from './address-block.js'

it('addressBlock gives one block for all IPv6 addresses of a /64 network, and IPv4 addresses as they are', () => {
  const blocks = {
    '192.0.2.7': '192.0.2.7',
    '::ffff:192.0.2.7': '192.0.2.7',
    '::FFFF:c000:0207': '192.0.2.7',
    '2001:db8:1:2::1': '2001:db8:1:2::/64',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff': '2001:db8:1:2::/64',
    '2001:db8:1:3::1': '2001:db8:1:3::/64',
    '2001:db8::5:0:0:1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '': '',
    'no address': 'no address',
    'no:address': 'no:address',
  }
  for (const [address, block] of Object.entries(blocks))
    expect([address, addressBlock(address)]).toEqual([address, block])
  expect(addressBlock('x'.repeat(1000))).toHaveLength(64)
})

it('addressNetwork gives one network for a /24 of IPv4 and a /48 of IPv6', () => {
  const networks = {
    '192.0.2.7': '192.0.2.0/24',
    '::ffff:192.0.2.200': '192.0.2.0/24',
    '2001:db8:1:2::1': '2001:db8:1::/48',
    '2001:db8:1:ffff::1': '2001:db8:1::/48',
    '2001:db8:2::1': '2001:db8:2::/48',
    '::1': '0:0:0::/48',
    '': '',
    'no:address': 'no:address',
  }
  for (const [address, network] of Object.entries(networks))
    expect([address, addressNetwork(address)]).toEqual([address, network])
})
