import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSigned } from './verify.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const body = bytes('Hello, World!')
const secret = "It's a Secret to Everybody"
const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

describe('isSigned', () => {
  it('accepts the signatures of each host, and no others', () => {
    const standard = createHmac('sha256', Buffer.from('c2VjcmV0', 'base64'))
      .update('m.1.Hello, World!')
      .digest('base64')
    const ids = { 'webhook-id': 'm', 'webhook-timestamp': '1' }
    expect(isSigned('github', ['other', secret], body, { 'x-hub-signature-256': `sha256=${hex}` })).toBe(true)
    expect(isSigned('gitea', [secret], body, { 'x-gitea-signature': hex })).toBe(true)
    expect(isSigned('forgejo', [secret], body, { 'x-forgejo-signature': hex })).toBe(true)
    expect(isSigned('forgejo', [secret], body, { 'x-hub-signature-256': `sha256=${hex}` })).toBe(true)
    expect(isSigned('gitlab', [secret], body, { 'x-gitlab-token': secret })).toBe(true)
    const signed = { ...ids, 'webhook-signature': `v1,other v1,${standard}` }
    expect(isSigned('gitlab', ['whsec_c2VjcmV0'], body, signed)).toBe(true)
    expect(isSigned('github', [secret], bytes('Hello, World'), { 'x-hub-signature-256': `sha256=${hex}` })).toBe(false)
    expect(isSigned('github', [secret], body, { 'x-hub-signature-256': hex })).toBe(false)
    expect(isSigned('github', [secret], body, { 'x-gitlab-token': secret })).toBe(false)
    expect(isSigned('gitlab', [secret], body, { 'x-gitlab-token': `${secret}!` })).toBe(false)
    expect(isSigned('github', [secret], body, {})).toBe(false)
  })
})
