import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CodeHost, Headers } from './code-event.js'
import { isSigned } from './verify.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const body = bytes('Hello, World!')
const secret = "It's a Secret to Everybody"
const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

const now = new Date(1_700_000_000_000)

const accepts = (host: CodeHost, secrets: readonly string[], headers: Headers, of = body) =>
  isSigned({ host, headers, body: of }, secrets, now)

describe('isSigned', () => {
  it('accepts the signatures of each host, and no others', () => {
    expect(accepts('github', ['other', secret], { 'x-hub-signature-256': `sha256=${hex}` })).toBe(true)
    expect(accepts('gitea', [secret], { 'x-gitea-signature': hex })).toBe(true)
    expect(accepts('forgejo', [secret], { 'x-forgejo-signature': hex })).toBe(true)
    expect(accepts('forgejo', [secret], { 'x-hub-signature-256': `sha256=${hex}` })).toBe(true)
    expect(accepts('gitlab', [secret], { 'x-gitlab-token': secret })).toBe(true)
    expect(accepts('github', [secret], { 'x-hub-signature-256': `sha256=${hex}` }, bytes('Hello, World'))).toBe(false)
    expect(accepts('github', [secret], { 'x-hub-signature-256': hex })).toBe(false)
    expect(accepts('github', [secret], { 'x-gitlab-token': secret })).toBe(false)
    expect(accepts('gitlab', [secret], { 'x-gitlab-token': `${secret}!` })).toBe(false)
    expect(accepts('github', [secret], {})).toBe(false)
  })

  it('accepts a signature of Standard Webhooks for five minutes', () => {
    const at = (timestamp: string) => {
      const signed = createHmac('sha256', Buffer.from('c2VjcmV0', 'base64')).update(`m.${timestamp}.Hello, World!`)
      const signature = `v1,other v1,${signed.digest('base64')}`
      return { 'webhook-id': 'm', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    }
    const verdicts = ['1700000000', '1699999700', '1700000300', '1699999699', '1700000301', '1', '', '1.7e9', '-1']
    expect(verdicts.map((one) => accepts('gitlab', ['whsec_c2VjcmV0'], at(one)))).toEqual([
      ...[true, true, true],
      ...[false, false, false, false, false, false],
    ])
  })
})
