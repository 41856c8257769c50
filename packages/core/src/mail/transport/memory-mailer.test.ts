import { describe, expect, it } from 'vitest'
import type { MailMessage } from './mailer.js'
import { memoryMailer } from './memory-mailer.js'

const message = (to: string): MailMessage => ({
  message_id: '<1@example.com>',
  from: 'tracker@example.com',
  to,
  subject: 'It blinks',
  text: 'It blinks.',
  date: new Date('2026-03-01T12:00:00Z'),
  html: null,
  headers: {},
})

describe('memoryMailer', () => {
  it('keeps what it is given, in order, but not what is refused', async () => {
    const mailer = memoryMailer(({ to }) => {
      if (to === 'nobody@example.com') throw new Error('no such user')
    })
    await mailer.send(message('alice@example.com'))
    await expect(mailer.send(message('nobody@example.com'))).rejects.toThrow('no such user')
    await mailer.send(message('bob@example.com'))
    expect(mailer.messages.map((one) => one.to)).toEqual(['alice@example.com', 'bob@example.com'])
  })
})
