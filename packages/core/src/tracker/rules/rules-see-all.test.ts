import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { onEveryStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

onEveryStore('rules about new bugs', (open) => {
  it('see the flags that the bug is going to have, and their requestees on CC', async () => {
    const seen: unknown[] = []
    const see = (step: string, { flags, cc }: { flags: readonly { name: string; status: string }[]; cc: unknown }) =>
      void seen.push([step, flags.map(({ name, status }) => name + status), cc])
    const approvals = defineRule({
      name: 'approvals',
      on: 'bug.create',
      needs: ['flags', 'cc'],
      set: ({ after }) => see('set', after),
      check({ after }) {
        see('check', after)
        return after.flags.some(({ status }) => status === '+') ? 'Ask for approval.' : undefined
      },
    })
    const world = await open({ rules: [approvals] })
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'approval', target_type: 'bug', is_requesteeble: true }))
    const file = (flag: object) => world.as('alice').bugs.create({ ...bug, flags: [{ name: 'approval', ...flag }] })
    await expect(file({ status: '+' })).rejects.toMatchObject({ code: 'rule_refused', message: 'Ask for approval.' })
    expect(await rowsOf(world, 'bugs')).toEqual([])
    await file({ status: '?', requestee: 'bob@example.com' })
    expect(seen).toEqual([
      ['set', ['approval+'], ['ivan@example.com']],
      ['check', ['approval+'], ['ivan@example.com']],
      ['set', ['approval?'], ['bob@example.com', 'ivan@example.com']],
      ['check', ['approval?'], ['bob@example.com', 'ivan@example.com']],
    ])
    expect(await rowsOf(world, 'flags')).toMatchObject([{ status: '?' }])
  })
})

onEveryStore('rules about updates', (open) => {
  it('see the comment of the caller even if a rule has added another', async () => {
    const adds = defineRule({ name: 'adds', on: 'bug.update', set: () => ({ comment: { body: 'Thanks.' } }) })
    const words = defineRule({
      name: 'words',
      on: 'bug.update',
      check: ({ comment }) => (comment?.text.includes('secret word') ? 'Not that word.' : undefined),
    })
    const world = await open({ rules: [adds, words] })
    const { id } = await world.as('alice').bugs.create(bug)
    const update = { ids: [id], priority: 'High', comment: { body: 'A secret word' } }
    await expect(world.as('alice').bugs.update(update)).rejects.toMatchObject({ message: 'Not that word.' })
    await world.as('alice').bugs.update({ ids: [id], comment: { body: 'A word' } })
    expect((await rowsOf(world, 'comments')).map(({ text }) => text)).toEqual(['', 'A word', 'Thanks.'])
  })

  it('check comments that become public or private, and act on them', async () => {
    const seen: unknown[] = []
    const privacy = defineRule({
      name: 'privacy',
      on: 'comment.update',
      needs: ['priority'],
      check: ({ before, after }) =>
        before?.is_private && !after.is_private && after.text.includes('secret') ? 'It stays private.' : undefined,
      after: ({ bug: { priority }, before, after }) =>
        void seen.push([priority, after.text, after.count, before?.is_private, after.is_private]),
    })
    const world = await open({ rules: [privacy] })
    const ivan = world.as('ivan')
    const { id } = await ivan.bugs.create(bug)
    const { id: secret } = await ivan.comments.create({ id, comment: 'A secret', is_private: true })
    const { id: harmless } = await ivan.comments.create({ id, comment: 'Harmless', is_private: true })
    const update = { ids: [id], priority: 'High', comment_is_private: { [secret]: false } }
    await expect(ivan.bugs.update(update)).rejects.toMatchObject({ message: 'It stays private.' })
    const { faults } = await ivan.bugs.update({ ...update, dry_run: true })
    expect(faults).toMatchObject([{ id, message: 'It stays private.' }])
    await ivan.bugs.update({ ids: [id], priority: 'High', comment_is_private: { [secret]: true, [harmless]: false } })
    expect(seen).toEqual([['High', 'Harmless', 2, true, false]])
    const comments = await rowsOf(world, 'comments')
    expect(comments.map(({ is_private }) => is_private)).toEqual([false, true, false])
  })

  it('check the hours that remain when a comment has hours worked', async () => {
    const seen: unknown[] = []
    const hours = defineRule({
      name: 'hours',
      on: 'bug.update',
      needs: ['remaining_time'],
      check: ({ after, changed }) =>
        changed.has('remaining_time') && Number(after.remaining_time) < 2 ? 'Ask for more hours.' : undefined,
      after: ({ before, after }) => void seen.push([before?.remaining_time, after.remaining_time]),
    })
    const world = await open({ rules: [hours] })
    const ivan = world.tracker.asSystem('ivan@example.com')
    const { id } = await ivan.bugs.create({ ...bug, estimated_time: 8 })
    await expect(ivan.comments.create({ id, comment: 'Done', work_time: 7 })).rejects.toMatchObject({
      code: 'rule_refused',
      message: 'Ask for more hours.',
    })
    await ivan.comments.create({ id, comment: 'Begun', work_time: 3 })
    await ivan.comments.create({ id, comment: 'Looks easy' })
    expect(seen).toEqual([[8, 5]])
  })

  it('are asked about the other ends of links', async () => {
    const seen: unknown[] = []
    const frozen = defineRule({
      name: 'frozen',
      on: 'bug.update',
      needs: ['summary', 'blocks', 'depends_on'],
      check: ({ before, changed }) =>
        before?.summary === 'Frozen' && changed.size > 0 ? 'This bug is frozen.' : undefined,
      after: ({ after, changed }) => void seen.push([after.id, [...changed]]),
    })
    const world = await open({ rules: [frozen] })
    const alice = world.as('alice')
    const { id: target } = await alice.bugs.create({ ...bug, summary: 'Frozen' })
    const { id: other } = await alice.bugs.create(bug)
    const { id } = await alice.bugs.create(bug)
    const refused = { code: 'rule_refused', message: 'This bug is frozen.' }
    await expect(alice.bugs.create({ ...bug, blocks: [target] })).rejects.toMatchObject(refused)
    const link = { ids: [id], depends_on: { add: [target] } }
    await expect(alice.bugs.update(link)).rejects.toMatchObject(refused)
    expect((await alice.bugs.update({ ...link, dry_run: true })).faults).toMatchObject([{ id, name: 'rule_refused' }])
    await alice.bugs.update({ ids: [id], depends_on: { add: [other] } })
    expect(seen).toHaveLength(2)
    expect(seen).toEqual(
      expect.arrayContaining([
        [other, ['blocks']],
        [id, ['depends_on']],
      ]),
    )
  })
})

onEveryStore('views of rules', (open) => {
  it('belong to one rule, which can change them without effect on others', async () => {
    const seen: unknown[] = []
    const changes = defineRule({
      name: 'changes',
      on: ['bug.create', 'comment.create'],
      needs: ['cc'],
      check(write) {
        if (write.event === 'comment.create') Object.assign(write.after, { text: 'Other' })
        else {
          write.after.cc.push('nobody@example.com')
          ;(write.changed as Set<string>).clear()
        }
        return undefined
      },
    })
    const looks = defineRule({
      name: 'looks',
      on: ['bug.create', 'comment.create'],
      needs: ['cc'],
      check: (write) =>
        void seen.push(write.event === 'comment.create' ? write.after.text : [write.after.cc, write.changed.size]),
    })
    const world = await open({ rules: [changes, looks] })
    await world.as('alice').bugs.create({ ...bug, description: 'Zero' })
    expect(seen).toEqual([[['ivan@example.com'], 4], 'Zero'])
  })
})
