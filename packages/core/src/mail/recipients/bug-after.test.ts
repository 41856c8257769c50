// Email about changes in quick succession, all made before the first of them is sent.
import { expect, it } from 'vitest'
import { at, minimal } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { recordingMailer } from '../../../test/mail.js'
import type { MailMessage } from '../transport/mailer.js'

type As = (name: string) => Pick<ReturnType<World['as']>, 'bugs' | 'comments'>
type Make = (world: World, changes: (as: As) => Promise<void>) => Promise<void>

const ways: readonly (readonly [way: string, make: Make])[] = [
  ['separate calls', (world, changes) => changes(world.as)],
  [
    'one transaction',
    ({ tracker }, changes) => tracker.transaction((tx) => changes((name) => tx.as({ login: at(name) }))),
  ],
]

/** The assignee is bob; there is no QA contact. */
const ofBob = { ...minimal, component: 'Core' }

/** NAME: what the message is about. */
function summarize({ to, headers, text }: MailMessage): string {
  const { 'X-Tracker-Type': type, 'X-Tracker-Changed-Fields': fields } = headers
  const comment = /Comment of \w+/.exec(text)?.[0]
  return `${to.replace(/@.*/, '')}: ${type === 'changed' ? (comment ?? fields) : type}`
}

onAnyStore('email about changes in quick succession', (open) => {
  async function openQuiet() {
    const mailer = recordingMailer()
    const world = await open({ mail: { mailer, onDemand: true } })
    const sentAfter = async (make: Make, changes: (as: As) => Promise<void>) => {
      await make(world, changes)
      await world.tracker.deliverMail()
      return mailer.sent.splice(0)
    }
    return { world, sentAfter }
  }

  it.each(ways)('in %s goes to the assignee and QA contact of each change', async (_, make) => {
    const { sentAfter } = await openQuiet()
    const sent = await sentAfter(make, async (as) => {
      const { bugs, comments } = as('admin')
      const { id } = await bugs.create({ ...ofBob, qa_contact: at('carl') })
      await comments.create({ id, comment: 'Comment of Monday' })
      await bugs.update({ ids: [id], assigned_to: at('alice'), qa_contact: '', minor_update: true })
      await comments.create({ id, comment: 'Comment of Tuesday' })
      await bugs.update({ ids: [id], assigned_to: at('ivan') })
      await comments.create({ id, comment: 'Comment of Friday' })
    })
    expect(sent.map(summarize).toSorted()).toEqual([
      'alice: Comment of Tuesday',
      'alice: assigned_to',
      ...['bob: Comment of Monday', 'bob: new', 'carl: Comment of Monday', 'carl: new'],
      ...['ivan: Comment of Friday', 'ivan: assigned_to'],
    ])
  })

  it.each(ways)(
    'in %s goes to members of the CC list until they leave it, and from when they join it',
    async (_, make) => {
      const { sentAfter } = await openQuiet()
      const sent = await sentAfter(make, async (as) => {
        const { bugs, comments } = as('bob')
        const { id } = await bugs.create({ ...ofBob, cc: [at('eve'), at('carl')] })
        await bugs.update({ ids: [id], cc: { remove: [at('eve')], add: [at('ivan')] } })
        await comments.create({ id, comment: 'Comment of Monday' })
        await bugs.update({ ids: [id], cc: { remove: [at('ivan')], add: [at('eve')] } })
      })
      expect(sent.map(summarize).toSorted()).toEqual([
        ...['carl: Comment of Monday', 'carl: new'],
        ...['eve: cc', 'eve: cc', 'eve: new'],
        ...['ivan: Comment of Monday', 'ivan: cc', 'ivan: cc'],
      ])
    },
  )

  it.each(ways)(
    'in %s goes to those who follow the product or component of the bug at each change',
    async (_, make) => {
      const { world, sentAfter } = await openQuiet()
      await world.as('eve').follows.update({ add: [{ product: 'Widgets', by_mail: true }] })
      const core = { product: 'Widgets', component: 'Core' }
      await world.as('carl').follows.update({ add: [{ ...core, scope: 'all', by_mail: true }] })
      await world.as('admin').follows.update({ add: [{ product: 'Gadgets', scope: 'all', by_mail: true }] })
      const sent = await sentAfter(make, async (as) => {
        const { bugs, comments } = as('bob')
        const { id } = await bugs.create(ofBob)
        await comments.create({ id, comment: 'Comment of Monday' })
        await bugs.update({ ids: [id], component: 'UI', reset_assigned_to: false })
        await bugs.update({ ids: [id], product: 'Gadgets', component: 'Main', version: 'unspecified' })
        await comments.create({ id, comment: 'Comment of Friday' })
      })
      const followers = sent.filter(({ headers }) => headers['X-Tracker-Reason'] === 'Follower')
      expect(followers.map(summarize).toSorted()).toEqual([
        ...['admin: Comment of Friday', 'admin: component product version'],
        ...['carl: Comment of Monday', 'carl: new', 'eve: new'],
      ])
      const reasons = followers.map(({ to, text }) => `${to} ${/You follow .*\./.exec(text)?.[0]}`)
      expect([...new Set(reasons)].toSorted()).toEqual([
        `${at('admin')} You follow Gadgets.`,
        `${at('carl')} You follow Widgets / Core.`,
        `${at('eve')} You follow Widgets.`,
      ])
    },
  )

  it.each(ways)(
    'in %s about the end of a blocker goes to the people whom it concerned at that time',
    async (_, make) => {
      const { world, sentAfter } = await openQuiet()
      const blocker = await world.as('admin').bugs.create({ ...ofBob, assigned_to: at('admin') })
      const waiting = await world.as('admin').bugs.create({ ...ofBob, depends_on: [blocker.id] })
      await world.tracker.deliverMail()
      const sent = await sentAfter(make, async (as) => {
        await as('admin').bugs.update({ ids: [blocker.id], status: 'RESOLVED', resolution: 'FIXED' })
        await as('admin').bugs.update({ ids: [waiting.id], assigned_to: at('alice') })
      })
      const closed = sent.filter(({ headers }) => headers['X-Tracker-Type'] === 'dep_changed')
      expect(closed.map(({ to }) => to)).toEqual([at('bob')])
    },
  )

  it.each(ways)('in %s goes only to readers who can see the bug when it is sent', async (_, make) => {
    const { world, sentAfter } = await openQuiet()
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', by_mail: true }] })
    const sent = await sentAfter(make, async (as) => {
      const { bugs } = as('ivan')
      const { id } = await bugs.create({ ...ofBob, cc: [at('eve')] })
      await bugs.update({ ids: [id], cc: { remove: [at('eve')] }, groups: { add: ['secret'] } })
    })
    expect(sent.map(summarize).toSorted()).toEqual(['bob: cc bug_group', 'bob: new'])
  })
})
