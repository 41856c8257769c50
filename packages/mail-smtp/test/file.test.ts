import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileMailer } from '../src/index.js'
import { aMessage } from './message.js'
import { read } from './mail-server.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-mail-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The messages of a mailbox, as a mail program takes them apart. */
function messagesIn(path: string): Promise<Awaited<ReturnType<typeof read>>[]> {
  const text = readFileSync(path, 'latin1')
  const first = /^From \S+ \w{3} \w{3} \d\d \d\d:\d\d:\d\d \d{4}\n/m
  const messages = text.split(first).slice(1)
  expect(text).toMatch(new RegExp(`^${first.source}`))
  return Promise.all(messages.map((one) => read({ raw: Buffer.from(one.replace(/^>(>*From )/gm, '$1'), 'latin1') })))
}

describe('fileMailer', () => {
  it('writes whole messages, one after the other, readable only by the owner of the file', async () => {
    const path = join(folder, 'mail.mbox')
    const mailer = fileMailer(path)
    const text = 'From here on.\n>From there.\n\nFrom tracker@example.com Sun Mar 01 12:00:00 2026\nÄ\n'
    await mailer.send(aMessage({ text, html: null }))
    await mailer.send(aMessage({ to: 'bob@example.com', return_path: 'bugs+abc@example.com' }))
    expect(readFileSync(path, 'utf8')).toMatch(/^From bugs\+abc@example\.com /m)
    const [first, second, ...others] = await messagesIn(path)
    expect(others).toEqual([])
    expect(first?.text?.trimEnd()).toBe(text.trimEnd())
    expect([second?.to?.[0]?.address, second?.html?.trim()]).toEqual(['bob@example.com', '<p>It blinks no more.</p>'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('separates concurrent messages, and continues when the file was moved away', async () => {
    const path = join(folder, 'mail.mbox')
    const [one, other] = [fileMailer(path), fileMailer(path)]
    const text = 'line\n'.repeat(5000)
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).send(aMessage({ to: `user${n}@example.com`, text }))),
    )
    const addresses = (await messagesIn(path)).map((email) => email.to?.[0]?.address ?? '')
    expect(addresses.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => `user${n}@example.com`).toSorted())
    renameSync(path, join(folder, 'old.mbox'))
    await one.send(aMessage())
    expect(await messagesIn(path)).toHaveLength(1)
  })

  it('keeps a message apart from one before it that was cut off', async () => {
    const path = join(folder, 'mail.mbox')
    const mailer = fileMailer(path)
    await mailer.send(aMessage())
    truncateSync(path, readFileSync(path, 'latin1').indexOf('blinks no more') + 3)
    await mailer.send(aMessage({ to: 'bob@example.com' }))
    const addresses = (await messagesIn(path)).map((email) => email.to?.[0]?.address)
    expect(addresses).toHaveLength(2)
    expect(addresses[1]).toBe('bob@example.com')
  })

  it('fails for good where no file can be, and for now when the file cannot be written to any more', async () => {
    expect(() => fileMailer(folder)).toThrow('EISDIR')
    expect(() => fileMailer(join(folder, 'none', 'mail.mbox'))).toThrow('ENOENT')
    const inner = mkdtempSync(join(folder, 'inner-'))
    const mailer = fileMailer(join(inner, 'mail.mbox'))
    rmSync(inner, { recursive: true })
    const error: unknown = await mailer.send(aMessage()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(error).not.toMatchObject({ permanent: true })
  })
})
