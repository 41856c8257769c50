import { describe, expect, it } from 'vitest'
import { isVerified, senderOf } from './sender.js'

const from = (...values: readonly string[]) => senderOf({ headers: values.map((value) => ({ name: 'from', value })) })

describe('senderOf', () => {
  it('finds the one address, whatever the name beside it', () => {
    const address = 'ann@example.com'
    for (const value of [
      ...[address, `<${address}>`, `Ann <Ann@Example.com>`, `"Ann, of Example" <${address}>`, `${address} (Ann)`],
      ...[`=?utf-8?q?J=C3=B6rg?= <${address}>`, `eve@evil.example <${address}>`, `"<eve@evil.example>" <${address}>`],
    ])
      expect(from(value)).toBe(address)
  })

  it('finds none where there are several, or could be', () => {
    const address = 'ann@example.com'
    for (const value of [
      ...['', 'Ann', `${address}, eve@evil.example`, `<${address}> <eve@evil.example>`, `Team: ${address};`],
      ...[`"Ann <${address}>`, `(Ann <${address}>`, `Jörg <${address}>`, `<${address}`, `ann@example`.repeat(200)],
      ...[`<@evil.example:${address}>`, `"ann"@example.com`, `<ann@exa mple.com>`],
    ])
      expect(from(value)).toBeUndefined()
    expect(from(address, address)).toBeUndefined()
    expect(from()).toBeUndefined()
  })
})

describe('isVerified', () => {
  const check = (...values: readonly string[]) =>
    isVerified(
      { headers: values.map((value) => ({ name: 'authentication-results', value })) },
      'ann@example.com',
      'mx.tracker.example, mx2.tracker.example',
    )
  const pass = 'mx.tracker.example; dkim=pass header.d=example.com; dmarc=pass (p=none) header.from=example.com'

  it('believes the topmost result of a trusted server about the domain of the sender', () => {
    for (const value of [
      pass,
      pass.toUpperCase(),
      'mx2.tracker.example 1; dmarc=pass',
      'mx.tracker.example (x;y); dmarc = pass',
    ])
      expect(check(value)).toBe(true)
    expect(check(pass, 'mx.evil.example; dmarc=fail')).toBe(true)
  })

  it('believes no other', () => {
    for (const value of [
      ...['', 'mx.tracker.example; none', 'mx.tracker.example; dkim=pass', 'mx.evil.example; dmarc=pass'],
      ...['mx.tracker.example; dmarc=fail header.from=example.com', 'mx.tracker.example; dmarc=passable'],
      ...['mx.tracker.example; dmarc=pass header.from=evil.example', 'mx.tracker.example; x=1 (dmarc=pass)'],
      ...['mx.tracker.example; dmarc=pass; dmarc=fail', 'mx.tracker.example.evil.example; dmarc=pass'],
    ])
      expect(check(value)).toBe(false)
    expect(check('mx.evil.example; dmarc=pass', pass)).toBe(false)
    expect(check()).toBe(false)
  })
})
