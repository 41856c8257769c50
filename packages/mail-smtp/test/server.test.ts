import { describe, expect, it } from 'vitest'
import { serverOf, serverText } from '../src/server.js'

describe('the URL of a mail server', () => {
  it('says which server, and how to speak with it', () => {
    expect(serverOf('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 25,
      secure: false,
      startTls: 'offered',
      certificate: 'known',
      user: undefined,
      password: undefined,
      connections: 5,
      timeoutSeconds: 100,
    })
    expect(
      serverOf('smtps://tracker%40example.com:p%40ss%3Aw%2Ford@mail.example.com?connections=2&timeout=30'),
    ).toMatchObject({
      port: 465,
      secure: true,
      user: 'tracker@example.com',
      password: 'p@ss:w/ord',
      connections: 2,
      timeoutSeconds: 30,
    })
    expect(serverOf('SMTP://[2001:db8::1]:587/?starttls=never&certificate=any')).toMatchObject({
      host: '2001:db8::1',
      port: 587,
      startTls: 'never',
      certificate: 'any',
    })
  })

  it('sends a password to other hosts over TLS only, and requires no certificate of localhost', () => {
    expect(serverOf('smtp://me:secret@mail.example.com:587')).toMatchObject({
      startTls: 'required',
      certificate: 'known',
    })
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(serverOf(`smtp://me:secret@${host}`)).toMatchObject({ startTls: 'offered', certificate: 'any' })
  })

  it('is shown without the password', () => {
    expect(serverText(serverOf('smtp://me:secret@mail.example.com'))).toBe('smtp://me@mail.example.com:25')
    expect(serverText(serverOf('smtps://[::1]'))).toBe('smtps://[::1]:465')
  })

  it('is refused with a reason, which never holds the password', () => {
    const cases: [string, RegExp][] = [
      ['mail.example.com:25', /'mail\.example\.com:25' is not smtp:\/\/USER:PASSWORD@HOST:PORT/],
      ['me:secret@mail.example.com', /is not smtp:/],
      ['http://me:secret@mail.example.com', /'http:\/\/…@mail\.example\.com' is not smtp:/],
      ['smtp://me:sec/ret@mail.example.com', /%40/],
      ['smtp://me:sec#ret@mail.example.com', /smtp:/],
      ['smtp://me:secret@', /smtp:/],
      ['smtp://me:secret@mail.example.com:99999', /smtp:/],
      ['smtp://me:secret%@mail.example.com', /as %25/],
      ['smtp://:secret@mail.example.com', /requires a user/],
      ['smtp://me:secret@mail.example.com?startls=never', /unknown parameter 'startls' .* Accepted: starttls,/],
      ['smtp://me:secret@mail.example.com?starttls=yes', /starttls .* one of required, offered, never, not 'yes'/],
      ['smtp://me:secret@mail.example.com?timeout=-1', /timeout .* whole number from 1 to 99999, not '-1'/],
      ['smtp://me:secret@mail.example.com?timeout=600', /at most 110, not 600/],
    ]
    const refusal = (url: string) => {
      try {
        return JSON.stringify(serverOf(url))
      } catch (error) {
        return (error as Error).message
      }
    }
    for (const [url, reason] of cases) {
      expect(refusal(url)).toMatch(reason)
      expect(refusal(url)).not.toMatch(/secret|sec.ret/)
    }
  })
})
