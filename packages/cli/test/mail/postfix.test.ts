// Email through a real mail server: out by SMTP, and back in by its pipe to the command as it is built.
import { chmodSync, renameSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { message } from '../../../mail-in/test/mailbox.js'
import { command, eachInAFolder, folder, start } from '../command.js'
import { until } from '../processes.js'
import { done, given, newBug } from '../writes.js'
import { hasPostfix, openPostfix, pipeUser } from './postfix.js'

eachInAFolder()

const parameters = { mail_in_address: 'bugs+*@tracker.example', mailfrom: 'tracker@tracker.example' }
const [ann, gone] = ['ann@example.com', 'gone@example.com']

/** Bug 1, with Ann on its CC list, and bug 2, with someone without a mailbox. */
async function seed(url: string): Promise<void> {
  await done(url, 'PUT', '/parameters', { parameters })
  for (const email of [ann, gone]) await done(url, 'POST', '/user', { email })
  await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await done(url, 'POST', '/component', component)
  for (const one of [ann, gone]) await done(url, 'POST', '/bug', { ...newBug('It blinks'), cc: [one] })
}

async function commentsIn(url: string): Promise<unknown[]> {
  const { bugs } = await done(url, 'GET', '/bug/1/comment')
  const { comments = [] } = (bugs as Record<string, { comments: { creator: string; text: string }[] }>)['1'] ?? {}
  return comments.slice(1).map(({ creator, text }) => [creator, text])
}

async function inboundOf(url: string): Promise<string[]> {
  const { items } = await done(url, 'GET', '/inbound?limit=100')
  return (items as { outcome: string; reason: string }[])
    .toReversed()
    .map(({ outcome, reason }) => `${outcome} ${reason}`.trim())
}

describe.runIf(hasPostfix)('email through postfix', () => {
  let postfix: Awaited<ReturnType<typeof openPostfix>>
  beforeEach(async () => {
    chmodSync(folder, 0o755)
    const pipe = (db: string) => [
      process.execPath,
      command,
      'mail',
      'receive',
      '--db',
      db,
      '--recipient',
      '${recipient}',
    ]
    postfix = await openPostfix({ users: ['admin', 'ann'], pipe })
  })
  afterEach(() => postfix.close())

  const serve = () =>
    start(['serve', '--db', postfix.db, '--port', '0', '--smtp', postfix.url], { env: given, user: pipeUser })

  /** Waits for what postfix does, and shows its log if it does not. */
  const untilDone = (isSo: () => boolean | Promise<boolean>) =>
    until(isSo).catch((cause: unknown) => {
      throw new Error(postfix.log(), { cause })
    })

  /** Sends a message. Returns a function that waits until the pipe has delivered it. */
  function submit(id: number, to: string, { from = 'ann@example.com', isAutomatic = false } = {}) {
    const before = postfix.count('tracker', 'sent')
    const headers = isAutomatic ? [] : ['In-Reply-To: <bug-1-2@tracker.example>']
    const bytes = message({ from, to, id: `<${id}@client.example>`, headers })
    postfix.send(bytes, { from: isAutomatic ? '' : from, to })
    return () => untilDone(() => postfix.count('tracker', 'sent') > before)
  }

  const send = (...args: Parameters<typeof submit>) => submit(...args)()

  async function openBug() {
    const server = serve()
    const url = await server.url()
    await seed(url)
    await untilDone(() => postfix.box('ann').length === 1)
    // The notice that there is no mailbox.
    await untilDone(() => postfix.count('tracker', 'sent') === 1)
    const [mail = ''] = postfix.box('ann')
    const replyTo = /^Reply-To: .*<(\S+)>/m.exec(mail)?.[1] ?? ''
    const returnPath = /^Return-Path: <(\S+)>/m.exec(mail)?.[1] ?? ''
    return { server, url, replyTo, returnPath }
  }

  it(
    'becomes one comment if it is a reply, and nothing if it is forged or automatic',
    { timeout: 120_000 },
    async () => {
      const { server, url, replyTo, returnPath } = await openBug()
      const { users } = await done(url, 'GET', '/user?names=gone@example.com')
      expect(users).toMatchObject([{ bounces: 1 }])
      await send(1, replyTo)
      await send(1, replyTo)
      await send(
        2,
        replyTo.replace(/.@/, (end) => (end.startsWith('a') ? 'b@' : 'a@')),
      )
      await send(3, replyTo, { from: 'eve@example.com' })
      // Vacation programs reply to the return path, or to Reply-To. Their return path is empty.
      await send(4, returnPath, { isAutomatic: true })
      await send(5, replyTo, { isAutomatic: true })
      expect(await commentsIn(url)).toEqual([['ann@example.com', 'Here too.']])
      expect(await inboundOf(url)).toEqual([
        'done',
        'done',
        'refused address_invalid',
        'refused other_sender',
        'nothing automatic',
        'nothing automatic',
      ])
      await untilDone(() => postfix.box('ann').length === 2)
      // The owner of the account is notified of the other sender.
      expect(postfix.box('ann')[1]).toContain('Subject: Your email was not accepted')
      expect([postfix.box('admin').length, postfix.count('virtual', 'bounced')]).toEqual([1, 1])
      expect(postfix.log()).not.toMatch(/warning|fatal|panic/)
      expect((await server.stop()).code).toBe(0)
    },
  )

  it('delivers a reply later, once, when the store was not there', { timeout: 120_000 }, async () => {
    const { server, replyTo } = await openBug()
    await server.stop()
    renameSync(postfix.db, `${postfix.db}.away`)
    const delivered = submit(1, replyTo)
    await untilDone(() => postfix.count('tracker', 'deferred') > 0)
    renameSync(`${postfix.db}.away`, postfix.db)
    const again = serve()
    const url = await again.url()
    await delivered()
    expect(await commentsIn(url)).toEqual([['ann@example.com', 'Here too.']])
    expect((await again.stop()).code).toBe(0)
  })
})
