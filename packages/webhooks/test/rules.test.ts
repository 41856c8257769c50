import { describe, expect, it } from 'vitest'
import { httpSender, senderThatAsks } from '../src/http-sender.js'

const nowhere = senderThatAsks(async () => [])
const leadsTo = (...addresses: string[]) =>
  senderThatAsks(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

const inner = [
  ...['127.0.0.1', '127.255.1.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1', '192.88.99.1'],
  ...['::1', '::', '::ffff:127.0.0.1', '::7f00:1', 'fe80::1', 'fc00::1', 'fec0::1', 'ff02::1', '2002:7f00:1::'],
  ...['2001:0:1::', '64:ff9b::7f00:1', '2001:db8::1', '100::1'],
]

describe('httpSender', () => {
  it.each(inner)('takes no URL that leads to %s, by a name or by the address itself', async (address) => {
    const refused = 'it does not lead to a public address'
    await expect(leadsTo(address).check('https://hooks.example.com/')).rejects.toThrow(refused)
    // One that is public beside it makes no difference.
    await expect(leadsTo('1.1.1.1', address).check('https://hooks.example.com/')).rejects.toThrow(refused)
    const host = address.includes(':') ? `[${address}]` : address
    await expect(nowhere.check(`https://${host}/`)).rejects.toThrow(refused)
  })

  it.each(['http://0x7f.1/', 'http://2130706433/', 'http://017700000001/', 'http://127.1/', 'http://①②⑦.0.0.1/'])(
    'takes no other spelling of an inner address: %s',
    async (url) => {
      await expect(leadsTo('1.1.1.1').check(url)).rejects.toThrow('it does not lead to a public address')
    },
  )

  it('takes public addresses, and names that have no others', async () => {
    const urls = ['https://1.1.1.1/', 'http://[2606:4700:4700::1111]:8080/x?y=1']
    const checks = urls.map((url) => nowhere.check(url))
    checks.push(leadsTo('1.1.1.1', '2606:4700:4700::1111').check('https://hooks.example.com/'))
    await expect(Promise.all(checks)).resolves.toHaveLength(3)
  })

  it('reports a missing host name like one of an internal address', async () => {
    const [absent, hidden] = await Promise.all(
      [nowhere, leadsTo('10.0.0.1')].map((sender) =>
        sender.check('https://hooks.example.com/').catch((error: unknown) => String(error)),
      ),
    )
    expect(absent).toBe(hidden)
  })

  it('takes the ports of other services only where they are allowed', async () => {
    const at = (port: number) => `http://1.1.1.1:${port}/`
    for (const port of [25, 22, 6, 1023])
      await expect(nowhere.check(at(port))).rejects.toThrow(`its port must be 80, 443 or above 1023, not ${port}`)
    for (const port of [80, 443, 1024, 8080]) await nowhere.check(at(port))
    const sender = senderThatAsks(async () => [], { allow: ['1.1.1.1:25', '9.9.9.9'] })
    await sender.check(at(25))
    await expect(sender.check(at(22))).rejects.toThrow('its port must be 80, 443 or above 1023, not 22')
    await sender.check('http://9.9.9.9:22/')
  })

  it('goes where it is allowed to: by name, by name and port, by address and by range', async () => {
    const allow = ['ci.internal', 'hooks.internal:8443', 'plain.internal:80', '10.1.0.0/16', '[::1]:9000', 'fd00::/8']
    const resolve = async () => [{ address: '192.168.1.1', family: 4 }]
    const sender = senderThatAsks(resolve, { allow })
    const good = ['https://ci.internal/', 'http://CI.internal:8080/', 'https://hooks.internal:8443/']
    const bad = ['https://hooks.internal/', 'https://other.internal/', 'https://ci.internal.example.com/']
    const goodAddresses = ['http://10.1.255.1/', 'http://[::1]:9000/', 'http://[fd00::5]/', 'http://plain.internal/']
    const badAddresses = ['http://10.2.0.1/', 'http://[::1]/', 'https://plain.internal/']
    for (const url of [...good, ...goodAddresses]) await sender.check(url)
    for (const url of [...bad, ...badAddresses]) await expect(sender.check(url)).rejects.toThrow('public')
  })

  it.each(['a b', 'http://x/', '10.0.0.0/99', 'x/y', 'me@x', ''])('refuses an exception that is none: %s', (entry) => {
    expect(() => senderThatAsks(async () => [], { allow: [entry] })).toThrow(RangeError)
  })

  it('refuses misspelled options, and values that would allow nothing', () => {
    const refused = (message: string) => expect.objectContaining({ code: 'invalid_options', message }) as unknown
    expect(() => httpSender({ alow: [] } as object)).toThrow(
      refused('alow is not an option of httpSender. Accepted: allow, ca, timeout.'),
    )
    expect(() => httpSender({ allow: 'ci' as never })).toThrow(
      refused("allow cannot be 'ci'. Accepted: a list of texts."),
    )
    expect(() => httpSender({ timeout: '5' as never })).toThrow(
      refused("timeout cannot be '5'. Accepted: a number, not text."),
    )
    expect(() => httpSender({ ca: 5 as never })).toThrow(refused("ca cannot be 'a number'. Accepted: text."))
  })

  it('refuses a time that is none', () => {
    for (const timeout of [0, -1, NaN, Infinity])
      expect(() => senderThatAsks(async () => [], { timeout })).toThrow(RangeError)
  })
})
