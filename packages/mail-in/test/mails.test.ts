import { afterAll, describe, expect, it } from 'vitest'
import { message, openMailbox, reader } from './mailbox.js'
import { answer, mails } from './mails.js'

afterAll(() => reader.close?.())

describe('an answer as mail programs write it', () => {
  const opened = openMailbox()
  afterAll(async () => (await opened).tracker.close())

  it.each(mails)('is the new text of $name', async ({ headers, body, text = answer, files = [] }) => {
    const { tracker, system, id, replyTo, comments } = await opened
    // More than five within ten minutes are a loop.
    tracker.clock.advance({ minutes: 15 })
    const head = message({ from: 'ann@example.com', to: replyTo('ann@example.com'), headers, body: '' })
    const known = (await system.attachments.get({ ids: [id] })).bugs[id]?.length ?? 0
    const bytes = Buffer.concat([head, Buffer.from(body, 'latin1')])
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: '', bugs: [id] })
    expect((await comments()).filter(({ creator }) => creator === 'ann@example.com').at(-1 - files.length)?.text).toBe(
      text,
    )
    const attached = (await system.attachments.get({ ids: [id] })).bugs[id]?.slice(known) ?? []
    expect(attached.map(({ file_name, content_type }) => `${file_name} ${content_type}`)).toEqual(files)
  })

  it('is tried in 60 forms and more, with different names', () => {
    expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length)
    expect(mails.length).toBeGreaterThanOrEqual(60)
  })
})
