// Messages that are made of what was read to find their recipients, although something has changed since.
import { expect, it } from 'vitest'
import { at, file } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { recordingMailer } from '../../../test/mail.js'
import { createTracker } from '../../tracker/tracker.js'

const changes: readonly (readonly [what: string, change: (world: World, id: number) => Promise<unknown>])[] = [
  ['mutes the bug', (world, id) => world.as('eve').follows.update({ mute: [{ bug: id }] })],
  ['wants no such email', (world) => world.as('eve').preferences.update({ email: { cc: { comment: false } } })],
  ['gets no email at all', (world) => world.as('admin').users.update({ names: [at('eve')], email_enabled: false })],
  [
    'is not on the CC list of what is now hidden',
    (world, id) =>
      world.as('ivan').bugs.update({ ids: [id], groups: { add: ['secret'] }, cc: { remove: [at('eve')] } }),
  ],
]

onAnyStore('email about a change', (open) => {
  it.each(changes)('is not sent to a reader who %s after recipients are found', async (_what, change) => {
    const world = await open()
    const { id } = await file(world, { cc: [at('eve')] })
    let meanwhile: (() => Promise<unknown>) | undefined
    const write: typeof world.store.write = async (...args) => {
      const first = meanwhile
      meanwhile = undefined
      await first?.()
      return world.store.write(...args)
    }
    const mailer = recordingMailer()
    const store = { ...world.store, write, close: () => undefined }
    const post = await createTracker({ store, mail: { mailer, onDemand: true }, testing: { clock: world.clock.now } })
    await world.as('alice').comments.create({ id, comment: 'Sent' })
    await post.deliverMail()
    expect(mailer.sent.splice(0).map(({ to }) => to)).toContain(at('eve'))
    await world.as('alice').comments.create({ id, comment: 'Not sent' })
    meanwhile = () => change(world, id)
    await post.deliverMail()
    expect(mailer.sent.map(({ to }) => to)).not.toContain(at('eve'))
    expect(mailer.sent.map(({ to }) => to)).toContain(at('bob'))
    await post.close()
  })
})
