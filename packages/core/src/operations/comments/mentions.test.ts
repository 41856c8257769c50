// Mentions and their notifications.
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'

const mentioned = async (world: World, bug: number, reader = 'alice') =>
  (await world.as(reader).bugs.view({ id: bug })).comments.map(({ mentions }) =>
    mentions.map(({ name }) => name.split('@')[0] ?? '').toSorted(),
  )

onEveryStore('mentions', (open) => {
  it('are found in descriptions, comments and updates, of enabled accounts', async () => {
    const world = await open()
    const { id } = await file(world, { description: 'Ask @bob, @dora or @nobody' })
    await world.as('bob').comments.create({ id, comment: '@Alice and `@ivan`\n> @eve' })
    await update(world, id, { comment: { body: '**@eve** [@bob](https://example.com/)', is_markdown: true } })
    expect(await mentioned(world, id)).toEqual([['bob'], ['alice'], ['eve']])
    expect((await world.as(null).bugs.view({ id })).comments.map(({ mentions }) => mentions)).toEqual([[], [], []])
  })

  it('skip users who cannot see the bug or the comment', async () => {
    const world = await open()
    const { id } = await file(world)
    await update(world, id, { groups: { add: ['secret'] } }, 'ivan')
    await world.as('ivan').comments.create({ id, comment: '@eve @ivan @alice' })
    await world.as('ivan').comments.create({ id, comment: '@alice @ivan', is_private: true })
    expect(await mentioned(world, id, 'ivan')).toEqual([[], ['alice', 'ivan'], ['ivan']])
  })

  it('mean the one of several accounts with the word who is involved, or the one whose ID is given', async () => {
    const world = await open()
    const create = (email: string) => world.as('admin').users.create({ email, password: 'longenough1' })
    const [one, other] = [await create('sam@one.example'), await create('sam@two.example')]
    const { id } = await file(world, { description: '@sam' })
    await world.as('bob').comments.create({ id, comment: `@sam~${other.id} @sam~1` })
    await update(world, id, { cc: { add: ['sam@one.example'] } })
    await world.as('bob').comments.create({ id, comment: '@sam' })
    const { comments } = await world.as('alice').bugs.view({ id })
    expect(comments.map(({ mentions }) => mentions.map((of) => of.id))).toEqual([[], [other.id], [one.id]])
  })

  it('are found beside a word that very many accounts have, which needs an ID', async () => {
    const world = await open()
    const rows = Array.from({ length: 520 }, (_, index) => ({
      ...{ login: `info@h${index}.example`, login_folded: `info@h${index}.example` },
      ...{ real_name: '', real_name_folded: '', email_enabled: true, login_denied_text: '' },
      creation_time: world.clock.now(),
    }))
    const ids = await inStore(world.store, (tx) => tx.insert('users', rows))
    const zoe = await world.as('admin').users.create({ email: 'zoe@example.com', password: 'longenough1' })
    const last = ids.at(-1) ?? 0
    const { id } = await file(world, {
      description: `@info @zoe @info~${last} @info~9999999999`,
      cc: [rows[3]?.login ?? ''],
    })
    const [description] = (await world.as('alice').bugs.view({ id })).comments
    expect(description?.mentions.map((of) => of.id)).toEqual([last, zoe.id])
    const { people } = await world.as('alice').bugs.people({ id, match: 'info@h3.' })
    expect(people.map(({ word }) => word)).toEqual([`info~${ids[3]}`])
  })
})

onAnyStore('a mention', (open) => {
  it('sends one email to people without a role, with the reason', async () => {
    const { world, messageTo, readers } = await openMailWorld(open)
    const { id } = await file(world)
    await readers()
    await world.as('bob').comments.create({ id, comment: 'What does @eve say?' })
    const message = await messageTo('eve')
    expect(message.headers['X-Tracker-Reason']).toBe('Mentioned')
    expect(message.text).toContain('You were mentioned.')
    await world.as('eve').comments.create({ id, comment: 'Ask @eve' })
    expect(await readers()).not.toContain('eve')
  })

  it('sends nothing to people who cannot see the comment when the email is written', async () => {
    const { world, readers } = await openMailWorld(open)
    const { id } = await file(world)
    await readers()
    const { id: comment } = await world.as('bob').comments.create({ id, comment: '@eve' })
    await update(world, id, { comment_is_private: { [comment]: true } }, 'ivan')
    expect(await readers()).not.toContain('eve')
  })

  it('that an edit adds sends email, one that stays does not', async () => {
    const { world, arrived, readers } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const { id } = await file(world)
    const { id: comment } = await world.as('bob').comments.create({ id, comment: '@eve' })
    await readers()
    await world.as('bob').comments.update({ id: comment, text: '@eve and @carl' })
    expect((await arrived()).map(({ to }) => to)).toEqual(['carl@example.com'])
    await world.as('bob').comments.update({ id: comment, text: 'Nobody' })
    expect(await readers()).toEqual([])
    expect(await inStore(world.store, (tx) => tx.count('comment_mentions'))).toBe(0)
  })

  it('stays as it is when a box is ticked or other words are edited, also for words without an account', async () => {
    const { world, readers } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const { id } = await file(world)
    const text = '- [ ] ask @eve and @zoe'
    const { id: comment } = await world.as('bob').comments.create({ id, comment: text, is_markdown: true })
    for (const email of ['eve@two.example', 'zoe@example.com'])
      await world.as('admin').users.create({ email, password: 'longenough1' })
    await readers()
    const names = async () => (await mentioned(world, id)).at(-1)
    await world.as('bob').comments.tick({ id: comment, offset: 2, is_done: true })
    expect([await readers(), await names()]).toEqual([[], ['eve']])
    await world.as('bob').comments.update({ id: comment, text: `${text} today` })
    expect([await readers(), await names()]).toEqual([[], ['eve']])
    await world.as('bob').comments.update({ id: comment, text: `${text} and @carl` })
    expect([await readers(), await names()]).toEqual([['carl'], ['carl', 'eve']])
  })

  it('that edits take away and add again sends no second email', async () => {
    const { world, readers } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const { id } = await file(world)
    const { id: comment } = await world.as('bob').comments.create({ id, comment: 'Hello' })
    await readers()
    const edit = async (text: string) => {
      await world.as('bob').comments.update({ id: comment, text })
      return readers()
    }
    expect(await edit('Hello @Eve')).toEqual(['eve'])
    expect(await edit('Hello')).toEqual([])
    expect(await edit('Hello again, @eve')).toEqual([])
    expect((await mentioned(world, id)).at(-1)).toEqual(['eve'])
  })

  it('that an edit adds sends one email if the comment is edited before its email is created', async () => {
    const { world, arrived, readers } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const { id } = await file(world)
    await readers()
    const { id: comment } = await world.as('bob').comments.create({ id, comment: '@eve' })
    await world.as('bob').comments.update({ id: comment, text: '@eve and @carl' })
    await world.as('bob').comments.update({ id: comment, text: '@eve and then @carl' })
    const messages = (await arrived()).filter(({ text }) => text.includes('You were mentioned.'))
    expect(messages.map(({ to }) => to).toSorted()).toEqual(['carl@example.com', 'eve@example.com'])
  })

  it('goes with the text that is redacted, and with the person who is erased', async () => {
    const world = await open()
    const { id } = await file(world, { description: '@eve @carl' })
    await inStore(world.store, (tx) => setParameter(tx, 'allowuserdeletion', '1'))
    const eve = (await world.as('admin').users.get({ names: ['eve@example.com'] })).users[0]?.id ?? 0
    await world.as('admin').users.erase({ ids: [eve], reason: 'A test' })
    expect(await mentioned(world, id)).toEqual([['carl']])
    const [description] = (await world.as('alice').bugs.view({ id })).comments
    await world.as('admin').comments.redact({ ids: [description?.id ?? 0], reason: 'A test' })
    expect(await inStore(world.store, (tx) => tx.count('comment_mentions'))).toBe(0)
  })
})

onAnyStore('bugs.people', (open) => {
  it('offers people who can see the bug, those involved first', async () => {
    const world = await open()
    const { id } = await file(world)
    const ask = async (match: string, more = {}, as = 'alice') =>
      (await world.as(as).bugs.people({ id, match, ...more })).people.map(({ word }) => word)
    expect((await ask('a')).slice(0, 2)).toEqual(['alice', 'bob'])
    expect(await ask('ad')).toEqual(['admin'])
    expect(await ask('zz')).toEqual([])
    expect(await ask('do')).toEqual([])
    expect(await ask('a', { limit: 1 })).toEqual(['alice'])
    await expect(ask('a', { is_private: true })).rejects.toMatchObject({ code: 'user_not_insider' })
    expect(await ask('i', { is_private: true }, 'ivan')).toEqual(['ivan'])
    await update(world, id, { groups: { add: ['secret'] } }, 'ivan')
    expect(await ask('ev', {}, 'ivan')).toEqual([])
    expect(await ask('ali', {}, 'ivan')).toEqual(['alice'])
    await expect(ask('a', {}, 'eve')).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
  })

  it('offers people who can see a restricted bug behind 100 who cannot', async () => {
    const world = await open()
    const { id } = await file(world)
    await update(world, id, { groups: { add: ['secret'] } }, 'ivan')
    const logins = Array.from({ length: 120 }, (_, index) => `j${String(index).padStart(3, '0')}@example.net`)
    const rows = logins.map((login) => ({
      ...{
        login,
        login_folded: login,
        real_name: '',
        real_name_folded: '',
        email_enabled: true,
        login_denied_text: '',
      },
      creation_time: world.clock.now(),
    }))
    await inStore(world.store, (tx) => tx.insert('users', rows))
    await world.as('admin').users.create({ email: 'jz@example.com', password: 'longenough1' })
    await world.as('admin').users.update({ names: ['jz@example.com'], groups: { add: ['secret'] } })
    const { people } = await world.as('ivan').bugs.people({ id, match: 'j' })
    expect(people.map(({ word }) => word)).toEqual(['jz'])
  })

  it('adds the ID to a word that several accounts have', async () => {
    const world = await open()
    const create = (email: string) => world.as('admin').users.create({ email, password: 'longenough1' })
    const ids = [await create('sam@one.example'), await create('sam@two.example')].map(({ id }) => id)
    const { id } = await file(world)
    const { people } = await world.as('alice').bugs.people({ id, match: 'SAM' })
    expect(people.map(({ word }) => word)).toEqual(ids.map((user) => `sam~${user}`))
  })
})
