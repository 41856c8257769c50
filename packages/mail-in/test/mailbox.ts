// A tracker that receives email, with the messages that people send to it.
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import type { Observer } from '@trackerkit/core'
import type { MailReader } from '@trackerkit/core/mail'
import type { Rule } from '@trackerkit/core/rules'
import { onEmptyStore } from '../../core/test/empty-stores.js'
import { mailReader } from '../src/index.js'

export const reader = mailReader()

/** Bug 1 in the product Widgets, with Ann and Bob on its CC list, and all email that was sent about it. */
export async function openMailbox(reading: MailReader = reader, observer: Observer = {}, rules: readonly Rule[] = []) {
  const { tracker, store } = await onEmptyStore((empty) =>
    createTestTracker({ store: empty, mail: { reader: reading }, observer, rules }),
  )
  const system = tracker.asSystem('admin@example.com')
  await system.parameters.update({
    parameters: {
      mail_in_address: 'bugs+*@tracker.example',
      mail_in_trusted: 'mx.tracker.example',
      urlbase: 'https://tracker.example/',
    },
  })
  for (const name of ['ann', 'bob']) await system.users.create({ email: `${name}@example.com`, full_name: name })
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await system.components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'What people see', default_assignee: 'admin@example.com' },
  })
  const about = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  const { id } = await system.bugs.create({
    ...about,
    description: 'At night.',
    cc: ['ann@example.com', 'bob@example.com'],
  })
  await tracker.deliverMail()
  const replyTo = (login: string) => {
    const sent = tracker.mail.messages.find(({ to }) => to === login)
    return /<(.*)>/.exec(sent?.headers['Reply-To'] ?? '')?.[1] ?? ''
  }
  const comments = async () => (await system.comments.get({ ids: [id] })).bugs[id]?.comments ?? []
  const rowsOf = (entity: string) => store.read((tx) => tx.count(entity))
  return { tracker, system, id, replyTo, comments, rowsOf }
}

interface Given {
  readonly from: string
  readonly to: string
  readonly subject?: string
  readonly headers?: readonly string[]
  readonly id?: string
  readonly body?: string
}

let count = 0

export function message({ from, to, subject = 'Re: [Bug 1] It blinks', headers = [], id, body = 'Here too.' }: Given) {
  const lines = [
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${id ?? `<${++count}@client.example>`}`,
    'MIME-Version: 1.0',
    ...(headers.some((one) => /^content-type/i.test(one)) ? [] : ['Content-Type: text/plain; charset=utf-8']),
    '',
    body,
  ]
  return new TextEncoder().encode(lines.join('\r\n'))
}

/** As a trusted mail server writes it. */
export const verified = (domain: string) =>
  `Authentication-Results: mx.tracker.example; spf=pass smtp.mailfrom=${domain}; dmarc=pass (p=reject) header.from=${domain}`
