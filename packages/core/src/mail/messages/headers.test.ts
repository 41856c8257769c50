import { describe, expect, it } from 'vitest'
import { parameterValues } from '../../setup/parameters.js'
import { createHmacOf } from '../../kernel/hmac.js'
import { headersOf, headerText, senderOf, singleId, siteOf, threadOf } from './headers.js'

const set = (values: Record<string, string> = {}) => ({
  hmacOf: createHmacOf('secret'),
  parameters: parameterValues(Object.entries(values).map(([name, value]) => ({ name, value }))),
})

describe('headers of mail', () => {
  it('are one line each, whatever is written into them', () => {
    for (const lineBreak of ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\r\n\r\n', '\0'])
      expect(headerText(`It blinks${lineBreak}Bcc: victim@example.org`)).toBe('It blinks Bcc: victim@example.org')
    expect(headerText('\t tabs \t')).toBe('tabs')
    expect(headerText('Ünïcödé 😀 日本')).toBe('Ünïcödé 😀 日本')
  })

  it('are shortened, between characters, and left out when they say nothing', () => {
    expect(Array.from(headerText('😀'.repeat(600)))).toEqual([...Array.from('😀'.repeat(499)), '…'])
    expect(headersOf({ 'X-A': 'a\nb', 'X-B': '', 'X-C': ' \r\n' })).toEqual({ 'X-A': 'a b' })
  })

  const sites: [urlbase: string, mailfrom: string, site: string][] = [
    ['https://bugs.example.com/tracker/', 'tracker-daemon', 'bugs.example.com'],
    ['https://bugs.example.com:8080/', 'tracker-daemon', 'bugs.example.com'],
    ['', 'daemon@mail.example.com', 'mail.example.com'],
    ['', 'The Tracker <daemon@mail.example.com>', 'mail.example.com'],
    ['', 'tracker-daemon', 'localhost'],
    ['http://[::1]/', 'tracker-daemon', 'localhost'],
  ]
  it.each(sites)('take the host from urlbase %j or mailfrom %j', (urlbase, mailfrom, site) => {
    expect(siteOf(set({ urlbase, mailfrom }))).toBe(site)
  })

  const senders: [mailfrom: string, sender: string][] = [
    ['tracker-daemon', 'tracker-daemon@bugs.example.com'],
    ['daemon@other.example.com', 'daemon@other.example.com'],
    ['The Tracker <daemon@other.example.com>', 'The Tracker <daemon@other.example.com>'],
    ['The Tracker', 'The-Tracker@bugs.example.com'],
    ['', 'tracker-daemon@bugs.example.com'],
  ]
  it.each(senders)('give for mailfrom %j the sender %j', (mailfrom, sender) => {
    expect(senderOf(set({ urlbase: 'https://bugs.example.com/', mailfrom }))).toBe(sender)
  })
})

describe('threads of mail', () => {
  const catalogue = set({ urlbase: 'https://bugs.example.com/' })
  const row = { id: 7, creation_time: new Date(0) }
  const mail = { row, bugId: 12, user: 3, isFirst: false }

  it('begin with the mail about the new bug, one for each person and bug', () => {
    expect(threadOf(catalogue, { ...mail, isFirst: true })).toEqual({
      message_id: '<bug-12-3@bugs.example.com>',
      headers: {},
    })
    const { message_id, headers } = threadOf(catalogue, mail)
    expect(message_id).toMatch(/^<bug-12-3-[0-9a-f]{10}@bugs\.example\.com>$/)
    expect(headers).toEqual({
      'In-Reply-To': '<bug-12-3@bugs.example.com>',
      References: '<bug-12-3@bugs.example.com>',
    })
  })

  it('give a message the same id at every attempt, and no other the same', () => {
    expect(threadOf(catalogue, mail)).toEqual(threadOf(catalogue, mail))
    const rows = [row, { ...row, id: 8 }, { ...row, creation_time: new Date(1) }]
    const ids = rows.flatMap((other) => [
      threadOf(catalogue, { ...mail, row: other }).message_id,
      singleId(catalogue, other),
    ])
    expect(new Set(ids).size).toBe(6)
  })
})
