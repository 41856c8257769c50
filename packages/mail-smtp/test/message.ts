import type { MailMessage } from '@trackerkit/core'

/** A message of which a test says what matters. */
export function aMessage(given: Partial<MailMessage> = {}): MailMessage {
  return {
    message_id: '<bug-7-2-abc@tracker.example.com>',
    from: 'tracker@example.com',
    to: 'alice@example.com',
    subject: '[Bug 7] It blinks',
    date: new Date('2026-03-01T12:00:00Z'),
    text: 'It blinks no more.\n',
    html: '<p>It blinks no more.</p>\n',
    headers: {},
    ...given,
  }
}
