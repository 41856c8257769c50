import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hostOf } from '@trackerkit/core/host'
import { imapInbox, type ImapInbox } from '../src/index.js'
import { hasDovecot, openDovecot } from './dovecot.js'
import { message, openMailbox, reader } from './mailbox.js'

describe('imapInbox', () => {
  it('rejects URLs that are none of a mailbox, or would send the password in the clear', () => {
    for (const url of [
      '',
      'http://a@b/',
      'imaps://example.com/INBOX',
      'imap://a@example.com/',
      'imaps://a:b@c/',
      'imaps://a@b/?x=1',
    ])
      expect(() => imapInbox({ url, password: 'secret' })).toThrow(/mailbox|imap/)
    expect(imapInbox({ url: 'imaps://bugs%40x@mail.example/', password: '' }).shown).toBe(
      'imaps://bugs@x@mail.example:993/INBOX',
    )
  })
})

describe.runIf(hasDovecot)('imapInbox on dovecot', () => {
  let dovecot: Awaited<ReturnType<typeof openDovecot>>
  const inboxWith = (password: string) => imapInbox({ url: dovecot.url, password })

  /** Follows the mailbox until `stop`. A test that fails first leaves no reader that would take messages of the next one. */
  function follow(receiver: Parameters<ImapInbox['follow']>[0], inbox = inboxWith('secret')) {
    const stopping = new AbortController()
    const following = inbox.follow(receiver, stopping.signal)
    const stop = () => {
      stopping.abort()
      return following
    }
    onTestFinished(stop)
    return { following, stop }
  }

  beforeAll(async () => {
    dovecot = await openDovecot()
  })

  afterAll(async () => {
    await dovecot.close()
    await reader.close?.()
  })

  it('receives what is there and what arrives, and leaves it marked as read', { timeout: 60_000 }, async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const put = (body: string) =>
      dovecot.put(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), body }))
    put('First.')
    const { stop } = follow(tracker)
    const texts = async () => (await comments()).slice(1).map(({ text }) => text)
    await vi.waitFor(async () => expect(await texts()).toEqual(['First.']), { timeout: 30_000, interval: 200 })
    put('And the second.')
    await vi.waitFor(async () => expect(await texts()).toEqual(['First.', 'And the second.']), {
      timeout: 20_000,
      interval: 200,
    })
    await vi.waitFor(() => expect(dovecot.read()).toBe(2), { timeout: 10_000, interval: 100 })
    await stop()
  })

  it('moves received messages to a folder, and creates it', { timeout: 60_000 }, async () => {
    const { tracker, replyTo } = await openMailbox()
    const put = () => dovecot.put(message({ from: 'ann@example.com', to: replyTo('ann@example.com') }))
    for (const count of [1, 2]) {
      put()
      const { stop } = follow(tracker, imapInbox({ url: `${dovecot.url}?done=Done`, password: 'secret' }))
      await vi.waitFor(() => expect(dovecot.read('.Done')).toBe(count), { timeout: 20_000, interval: 100 })
      await stop()
    }
  })

  it(
    'reads a mailbox with one of two readers, and with the other once the first has stopped',
    { timeout: 60_000 },
    async () => {
      const { tracker, replyTo, comments } = await openMailbox()
      const before = dovecot.logins()
      const first = follow(tracker)
      await vi.waitFor(() => expect(dovecot.logins()).toBe(before + 1), { timeout: 20_000, interval: 50 })
      const second = follow(tracker)
      dovecot.put(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), body: 'One.' }))
      await vi.waitFor(async () => expect(await comments()).toHaveLength(2), { timeout: 20_000, interval: 100 })
      expect(dovecot.logins()).toBe(before + 1)
      await first.stop()
      await vi.waitFor(() => expect(dovecot.logins()).toBe(before + 2), { timeout: 20_000, interval: 100 })
      await second.stop()
      expect(await hostOf(tracker).claimMailbox(inboxWith('').shown, 'another')).toBe(true)
    },
  )

  it('stops after three refused logins, and keeps the mailbox until then', { timeout: 60_000 }, async () => {
    const { tracker } = await openMailbox()
    const inbox = inboxWith('hunter2')
    expect(inbox.problem()).toBe(undefined)
    const following = inbox.follow(tracker, new AbortController().signal)
    // The first pause is within this time.
    for (let count = 0; count < 20; count++) {
      await wait(500)
      expect(await hostOf(tracker).claimMailbox(inbox.shown, 'another')).toBe(false)
    }
    await following
    expect(inbox.problem()).toBe('the login was refused 3 times')
  })

  it('continues after the mail server was killed', { timeout: 120_000 }, async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const before = dovecot.logins()
    const { stop } = follow(tracker)
    await vi.waitFor(() => expect(dovecot.logins()).toBe(before + 1), { timeout: 20_000, interval: 50 })
    await dovecot.stop('SIGKILL')
    await dovecot.start()
    dovecot.put(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), body: 'One.' }))
    await vi.waitFor(async () => expect(await comments()).toHaveLength(2), { timeout: 60_000, interval: 200 })
    expect(dovecot.logins()).toBe(before + 2)
    await stop()
  })

  it(
    'flags messages that failed, as a whole or for one address, and receives an empty one',
    { timeout: 60_000 },
    async () => {
      const { tracker } = await openMailbox()
      const [before, flagged] = [dovecot.read(), dovecot.flagged()]
      const results = [
        { outcome: 'failed', reason: 'unreadable', bugs: [] },
        { outcome: 'done', reason: '', bugs: [1], hasFailedPart: true },
        { outcome: 'done', reason: '', bugs: [1] },
      ] as const
      const sizes: number[] = []
      const receiver = {
        ...tracker,
        receiveMail: async (bytes: Uint8Array) => {
          sizes.push(bytes.byteLength)
          return results[sizes.length - 1] ?? results[2]
        },
      }
      for (let count = 0; count < results.length; count++)
        dovecot.put(message({ from: 'a@x.example', to: 'b@x.example' }))
      dovecot.put(new Uint8Array())
      const { stop } = follow(receiver)
      await vi.waitFor(() => expect(dovecot.read()).toBe(before + 4), { timeout: 30_000, interval: 200 })
      await stop()
      expect([sizes.length, sizes.at(-1), dovecot.flagged() - flagged]).toEqual([4, 0, 2])
    },
  )

  it('ends a message that is under way when it is stopped', { timeout: 60_000 }, async () => {
    const { tracker } = await openMailbox()
    dovecot.put(message({ from: 'a@x.example', to: 'b@x.example' }))
    const events: string[] = []
    const receiver = {
      ...tracker,
      async receiveMail() {
        void stop()
        await new Promise((resolve) => setTimeout(resolve, 200))
        events.push('received')
        return { outcome: 'done', reason: '', bugs: [] } as const
      },
    }
    const { following, stop } = follow(receiver)
    await following
    events.push('stopped')
    expect(events).toEqual(['received', 'stopped'])
  })
})
