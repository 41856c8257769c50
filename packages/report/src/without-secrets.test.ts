import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.js'

describe('withoutSecrets', () => {
  it.each([
    ['GET https://app.example.com/lamp?session=s3cr3t#part 404', 'GET https://app.example.com/lamp 404'],
    ['GET /lamp?s3cr3t "/x#s3cr3t"', 'GET /lamp "/x"'],
    ['https://app.example.com/#s3cr3t', 'https://app.example.com/'],
    ['?code=s3cr3t failed', ' failed'],
    ['ftp://ann:s3cr3t@files.example.com/a', 'ftp://files.example.com/a'],
    ['Authorization: Basic s3cr3t', 'Authorization…'],
    ['with Bearer s3cr3t and more', 'with Bearer…'],
    ['{"accessToken":"s3cr3t","b":1}', '{"accessToken…'],
    ['api_key\n=\ns3cr3t', 'api_key…'],
    ['PASSWORD is s3cr3t', 'PASSW…'],
    ['client_secret:s3cr3t', 'client_secret…'],
    [`got ${'aB3-'.repeat(8)}s3cr3t.`, 'got ….'],
  ])('cuts the secret of %j', (text, cut) => {
    expect(withoutSecrets(text)).toBe(cut)
  })

  it.each(['TypeError: lamp is undefined', 'Cannot find #lamp', 'https://app.example.com/lamp.js:12 Why? Because.'])(
    'keeps %j',
    (text) => {
      expect(withoutSecrets(text)).toBe(text)
    },
  )
})
