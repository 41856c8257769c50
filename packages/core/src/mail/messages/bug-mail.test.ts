// Mail about bugs that were filed or changed: who gets it, and what it holds for each of them.
import { expect, it } from 'vitest'
import { watchOf } from '../../domain/follows/where.js'
import { addCustomField, addHistory, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { add, changeUser, userId } from '../../../test/people.js'
import { fieldTypes } from '../../setup/standard-fields.js'

const vault = { product: 'Vault', component: 'Safe', version: '1' }
const data = new TextEncoder().encode('canary in a file')

onAnyStore('mail about bugs', (open) => {
  it('is not sent for an update with minor_update, not even to mentioned, new or other related people', async () => {
    const { world, readers } = await openMailWorld(open)
    const { id } = await file(world, { cc: [at('carl')] })
    const waiting = await file(world, { blocks: [], depends_on: [id] }, 'bob')
    await readers()
    const comment = { body: 'In r34, @bob' }
    const closed = {
      status: 'RESOLVED',
      resolution: 'FIXED',
      assigned_to: at('ivan'),
      cc: { add: [at('bob')] },
      comment,
    }
    expect(await update(world, id, { ...closed, minor_update: true })).toHaveProperty('resolution')
    expect(await readers()).toEqual([])
    await update(world, waiting.id, { whiteboard: 'later', minor_update: false })
    expect(await readers()).not.toEqual([])
  })

  it('is sent despite minor_update where the caller lacks editbugs', async () => {
    const { world, readers } = await openMailWorld(open)
    const { id } = await file(world, { cc: [at('carl')] })
    await readers()
    await update(world, id, { comment: { body: 'Me too' }, minor_update: true }, 'eve')
    expect(await readers()).toContain('carl')
  })

  it('is sent despite minor_update about a bug that is moved from or to a product without editbugs', async () => {
    const { world, readers } = await openMailWorld(open)
    const admin = world.as('admin')
    await admin.groups.create({ name: 'crew', description: 'Crew' })
    await admin.users.update({ names: [at('eve')], groups: { add: ['crew'] } })
    await admin.groupControls.update({ names: ['Gadgets'], group: 'crew', editbugs: true })
    const gadgets = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
    const [away, back] = [
      await file(world, { assigned_to: at('eve'), cc: [at('ivan')] }),
      await file(world, { ...gadgets, assigned_to: at('eve'), cc: [at('ivan')] }),
    ]
    await readers()
    await update(world, away.id, { ...gadgets, minor_update: true }, 'eve')
    expect(await readers()).toContain('ivan')
    await update(world, back.id, { whiteboard: 'later', minor_update: true }, 'eve')
    expect(await readers()).toEqual([])
    await update(world, back.id, { product: 'Widgets', component: 'UI', version: '1.0', minor_update: true }, 'eve')
    expect(await readers()).toContain('ivan')
  })

  it('goes to assignee, QA contact, CC and reporter, each in one message, but not to whoever made the change', async () => {
    const { world, readers } = await openMailWorld(open)
    const bug = await file(world, { cc: [at('eve')] }, 'carl')
    // Assignee alice, QA bob, default CC ivan.
    expect(await readers()).toEqual(['alice', 'bob', 'eve', 'ivan'])
    await update(world, bug.id, { priority: 'High', comment: { body: 'More of it' } }, 'bob')
    expect(await readers()).toEqual(['alice', 'carl', 'eve', 'ivan'])
  })

  it('is sent for an update that changes something, and not for one that changes nothing [EVT-01]', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    world.clock.advance(60)
    await update(world, bug.id, { priority: 'High', whiteboard: 'soon', comment: { body: 'Hurry up' } })
    const message = await messageTo('bob')
    expect(message.subject).toBe(`[Bug ${bug.id}] It blinks`)
    expect(message.date).toEqual(world.clock.now())
    expect(message.text).toContain('Alice Example <alice@example.com> changed bug')
    expect(message.text).toMatch(/Priority \| ---\s+\| High/)
    expect(message.text).toMatch(/Status Whiteboard \|\s+\| soon/)
    expect(message.text).toContain('--- Comment #1 from alice@example.com (2026-03-01 12:01:00 UTC):\nHurry up')
    expect(message.text).toContain('You are the QA contact of the bug.')
    expect(message.html).toContain('<td align="left" valign="top">High</td>')
    expect(message.html).toContain('Hurry up')
    await update(world, bug.id, { priority: 'High' })
    expect(await arrived()).toEqual([])
  })

  it('shows of a new bug its fields and its description', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/tracker/'))
    await inStore(world.store, (tx) =>
      addCustomField(tx, { name: 'cf_told', type: fieldTypes.freeText, is_in_new_mail: true }),
    )
    const bug = await file(world, { keywords: ['crash'], description: 'It does so at night', cf_told: 'by phone' })
    const { subject, text, html } = await messageTo('bob')
    expect(subject).toBe(`[Bug ${bug.id}] New: It blinks`)
    expect(text.split('\n')[0]).toBe(`https://bugs.example.com/tracker/show_bug.cgi?id=${bug.id}`)
    expect(text).toContain('Alice Example <alice@example.com> filed bug')
    for (const line of [
      'Product | Widgets',
      'Keywords | crash',
      'AssignedTo | alice@example.com',
      'cf_told | by phone',
    ])
      expect(text).toContain(line)
    expect(text).not.toMatch(/Status Whiteboard|Deadline|Classification/)
    expect(text).toContain('\n\nIt does so at night\n')
    expect(html).toContain(`<a href="https://bugs.example.com/tracker/show_bug.cgi?id=${bug.id}">`)
  })

  it('goes to those who lost a role by the change, and names that reason', async () => {
    const { world, arrived } = await openMailWorld(open)
    const bug = await file(world, { cc: [at('eve')] }, 'admin')
    await arrived()
    const roles = { assigned_to: at('carl'), qa_contact: at('ivan'), cc: { remove: [at('eve'), at('ivan')] } }
    await update(world, bug.id, roles, 'admin')
    const messages = await arrived()
    expect(messages.map(({ to, headers }) => [to, headers['X-Tracker-Reason']])).toEqual([
      [at('alice'), 'AssignedTo'],
      [at('bob'), 'QAcontact'],
      [at('carl'), 'AssignedTo'],
      [at('eve'), 'CC'],
      [at('ivan'), 'QAcontact CC'],
    ])
    expect(messages[0]?.text).toContain('You were the assignee of the bug.')
    expect(messages[2]?.text).toContain('You are the assignee of the bug.')
  })

  it('does not go to users with email_enabled false, with a disabled account, or who ignore the bug [EVT-02]', async () => {
    const { world, readers } = await openMailWorld(open)
    await world.as('admin').users.update({ names: [at('eve')], email_enabled: false })
    const bug = await file(world, { cc: [at('eve'), at('dora'), at('carl')] })
    expect(await readers()).toEqual(['bob', 'carl', 'ivan'])
    await update(world, bug.id, { bug_ignored: true }, 'carl')
    await update(world, bug.id, { summary: 'It blinks more' })
    expect(await readers()).toEqual(['bob', 'ivan'])
    await world.as('admin').users.update({ names: [at('eve')], email_enabled: true })
    await update(world, bug.id, { summary: 'It blinks less' })
    expect(await readers()).toEqual(['bob', 'eve', 'ivan'])
  })

  it('follows the preferences of each, as they are when it is sent', async () => {
    const { world, readers } = await openMailWorld(open)
    await world.as('bob').preferences.update({ email: { qa_contact: { comment: false } } })
    await world.as('alice').preferences.update({ email: { assigned_to: { own_change: true } } })
    const bug = await file(world)
    expect(await readers()).toEqual(['alice', 'bob', 'ivan'])
    await world.as('alice').comments.create({ id: bug.id, comment: 'Only that' })
    expect(await readers()).toEqual(['alice', 'ivan'])
    await update(world, bug.id, { cc: { add: [at('eve')] } }, 'ivan')
    // The new user on the list and the reporter get it.
    expect(await readers()).toEqual(['alice', 'eve'])
  })

  it('goes to watchers with the reason, and to global watchers whatever they prefer', async () => {
    const { world, arrived } = await openMailWorld(open)
    await add(world, 'follows', [
      watchOf(await userId(world, 'carl'), await userId(world, 'bob')),
      watchOf(await userId(world, 'eve'), await userId(world, 'carl')),
    ])
    await inStore(world.store, (tx) => setParameter(tx, 'globalwatchers', 'admin@example.com, nobody@example.com'))
    await world.as('admin').preferences.update({ email: { cc: { comment: false } } })
    const bug = await file(world)
    const messages = await arrived()
    const reasons = ({ headers }: (typeof messages)[number]) => [
      headers['X-Tracker-Reason'],
      headers['X-Tracker-Watch-Reason'],
    ]
    expect(messages.map((message) => [message.to, ...reasons(message)])).toEqual([
      [at('admin'), 'GlobalWatcher', 'None'],
      [at('bob'), 'QAcontact', 'None'],
      [at('carl'), 'None', 'QAcontact bob@example.com'],
      [at('ivan'), 'CC', 'None'],
    ])
    expect(messages[2]?.text).toContain('You are watching bob@example.com, who is the QA contact of the bug.')
    expect(messages[0]?.text).toContain('You are watching all bugs.')
    await world.as('ivan').bugs.update({ ids: [bug.id], bug_ignored: true })
    await world.as('admin').comments.create({ id: bug.id, comment: 'His own' })
    expect((await arrived()).map((message) => message.to)).toEqual(['admin', 'alice', 'bob', 'carl'].map(at))
  })

  it('has no private comment, no private attachment and no hours for those who may not see them [EVT-03]', async () => {
    const { world, arrived, readers } = await openMailWorld(open)
    const bug = await file(world, { cc: [at('eve')] })
    await arrived()
    const canary = { body: 'canary in a comment', is_private: true }
    await update(world, bug.id, { comment: canary }, 'ivan')
    // No public part has changed, so only insiders could get it, and ivan is the only one.
    expect(await readers()).toEqual([])
    await update(world, bug.id, { comment: canary, priority: 'High' }, 'ivan')
    const messages = await arrived()
    expect(messages.map((message) => message.to)).toEqual(['alice', 'bob', 'eve'].map(at))
    const patch = { file_name: 'canary.txt', summary: 'canary on a file', content_type: 'text/plain', is_private: true }
    const { ids } = await world.as('ivan').attachments.create({ ids: [bug.id], data, ...patch })
    await world.as('ivan').attachments.update({ ids, summary: 'canary on the file', comment: 'canary about it' })
    const [, secret] = (await world.as('ivan').comments.get({ ids: [bug.id] })).bugs[bug.id]?.comments ?? []
    expect(await readers()).toEqual([])
    await update(world, bug.id, { comment_is_private: { [secret?.id ?? 0]: false } }, 'ivan')
    // Only insiders get this change, and the text is not sent to others now that it is public.
    expect(await readers()).toEqual([])
    await update(world, bug.id, { work_time: 7.25, comment: { body: 'Worked' } }, 'ivan')
    const worked = await arrived()
    expect(worked.find((message) => message.to === at('eve'))?.text).toContain('Worked')
    expect(JSON.stringify([messages, worked.filter((message) => message.to === at('eve'))])).not.toMatch(
      /canary|7\.25|Hours/,
    )
    expect(worked.find((message) => message.to === at('bob'))?.text).toContain('7.25')
  })

  it('has for insiders what they may see [EVT-03]', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    await inStore(world.store, (tx) => setParameter(tx, 'insidergroup', 'editbugs'))
    await update(world, bug.id, { comment: { body: 'among ourselves', is_private: true } })
    expect((await messageTo('bob')).text).toContain('--- Private comment #1 from alice@example.com')
    await file(world, { description: 'also among ourselves', comment_is_private: true })
    expect((await messageTo('bob')).text).toContain('Private description:\nalso among ourselves')
  })

  it('looks at privacy as it is when the mail is sent, not when the change is made [EVT-03]', async () => {
    const { world, mailer, arrived } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    mailer.before = () => {
      throw new Error('not now')
    }
    const { id } = await world.as('alice').comments.create({ id: bug.id, comment: 'canary that slipped' })
    await arrived()
    await update(world, bug.id, { comment_is_private: { [id]: true }, priority: 'High' }, 'ivan')
    mailer.before = () => undefined
    world.clock.advance(60)
    const messages = await arrived()
    expect(messages.length).toBeGreaterThan(0)
    expect(JSON.stringify(messages.filter((message) => message.to !== at('ivan')))).not.toContain('canary')
  })

  it('shows nothing of a bug to those who may not see it after the change [EVT-04]', async () => {
    const { world, arrived, readers } = await openMailWorld(open)
    const bug = await file(world, { cc: [at('eve'), at('carl')] })
    await arrived()
    await update(world, bug.id, { is_cc_accessible: false, groups: { add: ['secret'] }, summary: 'canary' }, 'ivan')
    // Assignee and QA contact see it still; eve and carl, on the CC list, do not.
    expect(await readers()).toEqual(['alice', 'bob'])
    await update(world, bug.id, { is_cc_accessible: true, cc: { remove: [at('carl')] } }, 'ivan')
    expect(await readers()).toEqual(['alice', 'bob', 'eve'])
    await inStore(world.store, (tx) => setParameter(tx, 'globalwatchers', at('dora')))
    await changeUser(world, 'dora', { login_denied_text: '' })
    await update(world, bug.id, { summary: 'canary again' }, 'ivan')
    expect(await readers()).toEqual(['alice', 'bob', 'eve'])
  })

  it('names no bug that the reader may not see, and no summary of it [EVT-04]', async () => {
    const { world, arrived } = await openMailWorld(open)
    const hidden = await world.as('ivan').bugs.create({ ...vault, summary: 'canary' })
    const open1 = await file(world, { summary: 'Seen by all' })
    const bug = await file(world)
    await arrived()
    await update(world, bug.id, { depends_on: { add: [hidden.id, open1.id] } }, 'ivan')
    const message = (await arrived()).find(({ to, subject }) => to === at('bob') && subject.includes(`Bug ${bug.id}]`))
    expect(message?.text).toMatch(new RegExp(`Depends on \\|\\s+\\| ${open1.id}\\n`))
    expect(message?.text).toContain(`Referenced bugs:\n\nBug ${open1.id}: Seen by all`)
    expect(JSON.stringify(message)).not.toContain('canary')
    await update(world, bug.id, { dupe_of: hidden.id }, 'ivan')
    const marked = (await arrived()).filter(({ to }) => to === at('bob'))
    expect(marked[0]?.text).toContain('*** This bug has been marked as a duplicate of another bug ***')
    expect(JSON.stringify(marked)).not.toMatch(new RegExp(`canary|[^-]bug ${hidden.id}\\b`, 'i'))
  })

  it('goes to the people of the other bug too: of a duplicate, a dependency, a link', async () => {
    const { world, arrived } = await openMailWorld(open)
    const [bug, target, waiting, linked] = [await file(world), await file(world), await file(world), await file(world)]
    await arrived()
    await update(world, bug.id, {
      dupe_of: target.id,
      blocks: { add: [waiting.id] },
      see_also: { add: [String(linked.id)] },
    })
    const subjects = (await arrived()).filter(({ to }) => to === at('bob')).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(new Set([bug, target, waiting, linked].map(({ id }) => `[Bug ${id}] It blinks`)))
  })

  it('is not sent for what administrators did to many bugs at once', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world, { target_milestone: 'M1' })
    await arrived()
    await world.as('admin').milestones.delete({ product: 'Widgets', names: ['M1'] })
    expect(await arrived()).toEqual([])
    await inStore(world.store, (tx) =>
      addHistory(tx, 1, [{ at: world.clock.now(), field: 'summary', added: 'canary' }]),
    )
    await update(world, 1, { priority: 'High' })
    expect(JSON.stringify(await arrived())).not.toContain('canary')
  })
})
