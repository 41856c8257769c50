import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { message, openMailbox, reader } from './mailbox.js'

afterAll(() => reader.close?.())

const full = { code: 'store_full' }
const file = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="a.log"\r\n\r\nIt hums.'
const parts = ['Content-Type: text/plain\r\n\r\nHere too.', file].map((part) => `--b\r\n${part}\r\n`).join('')

/** A reply with a file. While `isFull`, there is no room for more than the note that a message came. */
async function openFull() {
  let [isFull, refuse] = [true, (): void => undefined]
  const opened = await openMailbox({
    read(bytes) {
      if (isFull) refuse()
      return reader.read(bytes)
    },
  })
  const { tracker, system, id, replyTo, comments } = opened
  refuse = () => tracker.failNext('commit', 'full')
  const bytes = message({
    ...{ from: 'ann@example.com', to: replyTo('ann@example.com'), body: `${parts}--b--\r\n` },
    headers: ['Content-Type: multipart/mixed; boundary=b'],
  })
  const shown = async () => {
    const files = (await system.attachments.get({ ids: [id] })).bugs[id] ?? []
    return { comments: (await comments()).slice(1).map(({ text }) => text), files: files.map((one) => one.file_name) }
  }
  const makeRoom = () => void (isFull = false)
  return { ...opened, bytes, shown, makeRoom }
}

onAnyEmptyStore('a message for which there is no room', () => {
  it('changes nothing, and is received later, once, however often it came before', async () => {
    const { tracker, id, bytes, shown, makeRoom } = await openFull()
    tracker.failNext('commit', 'full')
    for (let count = 0; count < 6; count++) await expect(tracker.receiveMail(bytes)).rejects.toMatchObject(full)
    expect(await shown()).toEqual({ comments: [], files: [] })
    makeRoom()
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: '', bugs: [id] })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: 'repeated', bugs: [id] })
    expect(await shown()).toEqual({ comments: ['Here too.', expect.any(String)], files: ['a.log'] })
  })

  it('is noted once it is refused', async () => {
    const { tracker, system, bytes, makeRoom } = await openFull()
    await system.users.update({ names: ['ann@example.com'], login_denied_text: 'Away' })
    await expect(tracker.receiveMail(bytes)).rejects.toMatchObject(full)
    makeRoom()
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'refused', reason: 'address_invalid' })
    expect((await system.inbound.list()).items).toMatchObject([{ outcome: 'refused', reason: 'address_invalid' }])
  })
})
