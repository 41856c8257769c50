// Digests of inboxes: each line once, and none is lost.
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import type { MailMessage } from '../transport/mailer.js'

const daily = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Only eve gets a digest, every day at 8. */
async function openDigestWorld(open: Parameters<typeof openMailWorld>[0]) {
  const mailWorld = await openMailWorld(open)
  const { world, arrived } = mailWorld
  await world.as('eve').schedules.create({ kind: 'digest', days: [...daily], hours: [8] })
  const digests = async () => (await arrived()).filter(isDigest)
  const nextDigests = async () => {
    world.clock.advance(86_400)
    return digests()
  }
  return { ...mailWorld, digests, nextDigests }
}

const isDigest = ({ headers }: MailMessage) => headers['X-Tracker-Type'] === 'digest'

const bugsIn = ({ text }: MailMessage) => Array.from(text.matchAll(/^Bug (\d+) \(/gm), ([, id]) => Number(id))

async function newBug(world: World): Promise<number> {
  return (await file(world, { cc: [at('eve')] })).id
}

onEveryStore('a digest', (open) => {
  it('has a mention that an edit adds to a comment of an earlier digest', async () => {
    const { world, arrived, nextDigests } = await openDigestWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const id = await newBug(world)
    const { id: comment } = await world.as('bob').comments.create({ id, comment: 'Hello' })
    await arrived()
    expect((await nextDigests()).map(bugsIn)).toEqual([[id]])
    world.clock.advance(60)
    await world.as('bob').comments.update({ id: comment, text: 'Hello @eve' })
    await arrived()
    expect((await nextDigests()).map(bugsIn)).toEqual([[id]])
    expect(await nextDigests()).toEqual([])
  })

  it('has what happened before its time, so that one that is late is not repeated', async () => {
    const { world, mailer, arrived, digests, nextDigests } = await openDigestWorld(open)
    const [early, late] = [await newBug(world), await newBug(world)]
    await arrived()
    mailer.before = (message) => {
      if (isDigest(message)) throw new Error('down')
    }
    expect(await nextDigests()).toEqual([])
    mailer.before = () => undefined
    world.clock.advance(3600)
    await update(world, late, { priority: 'High' })
    world.clock.advance(3600)
    expect((await digests()).map(bugsIn)).toEqual([[early]])
    expect((await nextDigests()).map(bugsIn)).toEqual([[late]])
  })

  it('has 100 lines and the number of the others', async () => {
    const { world, arrived, nextDigests } = await openDigestWorld(open)
    for (let bug = 0; bug < 105; bug++) await newBug(world)
    await arrived()
    const [digest] = await nextDigests()
    expect(digest && bugsIn(digest)).toHaveLength(100)
    expect(digest?.subject).toBe('Inbox: 105 bugs')
    expect(digest?.text).toContain('And 5 more.')
  })

  it('has what happened while its user got no email', async () => {
    const { world, arrived, nextDigests } = await openDigestWorld(open)
    const id = await newBug(world)
    await arrived()
    const setEmail = (email_enabled: boolean) => world.as('admin').users.update({ names: [at('eve')], email_enabled })
    await setEmail(false)
    expect(await nextDigests()).toEqual([])
    await setEmail(true)
    expect((await nextDigests()).map(bugsIn)).toEqual([[id]])
  })

  it('has a line that returns after an earlier digest, though its bug has not changed since', async () => {
    const { world, arrived, nextDigests } = await openDigestWorld(open)
    const id = await newBug(world)
    await arrived()
    expect((await nextDigests()).map(bugsIn)).toEqual([[id]])
    const now = world.clock.now().getTime()
    const until = new Date(now + 129_600_000)
    await world.as('eve').inbox.update({ bugs: [id], seen: [String(now)], state: 'later', until })
    expect(await nextDigests()).toEqual([])
    expect((await nextDigests()).map(bugsIn)).toEqual([[id]])
  })

  it('is sent at its time although the schedule is renamed then', async () => {
    const { world, arrived, digests } = await openDigestWorld(open)
    const id = await newBug(world)
    await arrived()
    const { schedules } = await world.as('eve').schedules.get()
    world.clock.advance(86_400)
    await world.as('eve').schedules.update({ id: schedules[0]?.id ?? 0, name: 'Mine' })
    expect((await digests()).map(bugsIn)).toEqual([[id]])
  })
})
