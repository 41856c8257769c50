import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { openMailbox, reader } from './mailbox.js'
import { notices } from './notices.js'

afterAll(() => reader.close?.())

onAnyEmptyStore('a notice of a mail server', () => {
  it.each(notices)('as $name writes it becomes no comment and no bug, and is not answered', async (notice) => {
    const { tracker, system, replyTo, comments } = await openMailbox()
    await system.intakes.create({
      ...{ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' },
    })
    const before = tracker.mail.messages.length
    const sentTo = (to: string) =>
      tracker.receiveMail(new TextEncoder().encode([...notice.headers, `To: ${to}`, '', ...notice.body].join('\r\n')))
    const ignored = { outcome: 'nothing', reason: 'automatic', bugs: [] }
    expect(await sentTo(replyTo('ann@example.com'))).toEqual(ignored)
    expect(await sentTo('bugs+widgets@tracker.example')).toEqual(ignored)
    const returnPath = tracker.mail.messages.find(({ to }) => to === 'ann@example.com')?.return_path ?? ''
    expect(await sentTo(returnPath)).toEqual(notice.isBounce ? { ...ignored, outcome: 'done', reason: '' } : ignored)
    const { users } = await system.users.get({ names: ['ann@example.com'] })
    expect(users[0]?.bounces).toBe(notice.isBounce ? 1 : undefined)
    await tracker.deliverMail()
    expect([tracker.mail.messages.length - before, (await comments()).length]).toEqual([0, 1])
  })
})
