import { expect, it } from 'vitest'
import { addBugs, addFlagType, addHistory, inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'

const noon = new Date('2026-03-01T12:00:00Z')
const day = (number: number) => new Date(`2026-02-${String(number).padStart(2, '0')}T12:00:00Z`)

async function found(world: World, who: string, field: string, operator: string, value: string): Promise<number[]> {
  const { bugs } = await world.as(who).bugs.search({ f1: field, o1: operator, v1: value, include_fields: ['id'] })
  return bugs.map((bug) => bug.id ?? 0)
}

async function addAttachment(world: World, bug_id: number, by: string, is_private: boolean): Promise<void> {
  const creator_id = await userId(world, by)
  const named = { summary: 'x', summary_folded: 'x', file_name: 'x', file_name_folded: 'x', content_type: 'text/plain' }
  const common = { creation_time: noon, last_change_time: noon, is_patch: false, is_obsolete: false, size: 1 }
  await add(world, 'attachments', [{ ...named, ...common, bug_id, creator_id, is_private }])
}

onAnyStore('bugs.search: roles and groups as people', (open) => {
  it('compares the people of a bug with those of its roles', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    await addBugs(world.store, noon, [
      { id: 1, creator: 'alice', assigned_to: 'alice', cc: ['bob'] },
      { id: 2, creator: 'alice', assigned_to: 'bob', qa_contact: 'carl', cc: ['carl', 'bob'] },
      {
        id: 3,
        creator: 'bob',
        assigned_to: 'alice',
        qa_contact: 'alice',
        flags: [{ type: 'review', status: '?', setter: 'bob', requestee: 'alice' }],
      },
    ])
    await inStore(world.store, (tx) => addHistory(tx, 2, [{ at: noon, field: 'priority', added: 'x', by: 'bob' }]))
    const comment = {
      ...{ count: 0, text: 'x', text_folded: 'x', creation_time: noon },
      ...{ is_private: false, is_markdown: false, work_time: 0 },
    }
    await add(world, 'comments', [{ ...comment, bug_id: 1, creator_id: await userId(world, 'alice'), type: 'normal' }])
    expect(await found(world, 'eve', 'assigned_to', 'equals', '%reporter%')).toEqual([1])
    expect(await found(world, 'eve', 'assigned_to', 'notequals', '%Reporter%')).toEqual([2, 3])
    expect(await found(world, 'eve', 'qa_contact', 'anyexact', '%assignee%')).toEqual([3])
    expect(await found(world, 'eve', 'qa_contact', 'notsubstring', '%assignee%')).toEqual([1, 2])
    expect(await found(world, 'eve', 'cc', 'equals', '%qacontact%')).toEqual([2])
    expect(await found(world, 'eve', 'cc', 'notequals', '%assignee%')).toEqual([1, 3])
    expect(await found(world, 'eve', 'cc', 'anyexact', '%qacontact%,bob@example.com')).toEqual([1, 2])
    expect(await found(world, 'eve', 'commenter', 'equals', '%assignee%')).toEqual([1])
    expect(await found(world, 'eve', 'setters.login_name', 'equals', '%reporter%')).toEqual([3])
    expect(await found(world, 'eve', 'requestees.login_name', 'equals', '%qacontact%')).toEqual([3])
    expect(await found(world, 'eve', 'priority', 'changedby', '%assignee%')).toEqual([2])
    expect(await found(world, 'eve', 'priority', 'changedby', '%reporter%')).toEqual([])
    await addAttachment(world, 1, 'alice', false)
    await addAttachment(world, 2, 'bob', true)
    await addAttachment(world, 3, 'alice', false)
    expect(await found(world, 'eve', 'attachments.submitter', 'equals', '%reporter%')).toEqual([1])
    expect(await found(world, 'eve', 'attachments.submitter', 'anyexact', '%assignee%')).toEqual([1, 3])
    expect(await found(world, 'ivan', 'attachments.submitter', 'equals', '%assignee%')).toEqual([1, 2, 3])
    expect(await found(world, 'eve', 'attachments.submitter', 'notequals', '%qacontact%')).toEqual([1, 2])
  })

  it('finds the members of a group that the caller is in', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, assigned_to: 'ivan' },
      { id: 2, assigned_to: 'bob', cc: ['ivan'] },
    ])
    expect(await found(world, 'ivan', 'assigned_to', 'equals', '%group.secret%')).toEqual([1])
    expect(await found(world, 'ivan', 'assigned_to', 'notequals', '%group.Secret%')).toEqual([2])
    expect(await found(world, 'ivan', 'cc', 'substring', '%group.secret%')).toEqual([2])
    await expect(found(world, 'eve', 'cc', 'equals', '%group.secret%')).rejects.toMatchObject({
      code: 'invalid_group_name',
      number: 804,
      data: { field: 'v1', value: 'secret' },
    })
    await expect(found(world, 'ivan', 'cc', 'equals', '%group.nix%')).rejects.toMatchObject({ number: 804 })
    await inStore(world.store, (tx) => setParameter(tx, 'usevisibilitygroups', '1'))
    await expect(found(world, 'ivan', 'cc', 'equals', '%group.secret%')).rejects.toMatchObject({
      code: 'group_not_visible',
      data: { field: 'v1', value: 'secret' },
    })
  })

  it("compares the caller's last visits with changes of the bugs", async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, columns: { last_change_time: day(5) } },
      { id: 2, columns: { last_change_time: day(9) } },
      { id: 3 },
    ])
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    await add(world, 'bug_marks', [
      { user_id: alice, bug_id: 1, last_visit_ts: day(7) },
      { user_id: alice, bug_id: 2, last_visit_ts: day(7) },
      { user_id: bob, bug_id: 3, last_visit_ts: day(7) },
    ])
    expect(await found(world, 'alice', 'last_visit_ts', 'lessthan', '%last_changed%')).toEqual([2])
    expect(await found(world, 'alice', 'last_visit_ts', 'greaterthaneq', '%last_changed%')).toEqual([1])
    expect(await found(world, 'alice', 'last_visit_ts', 'greaterthan', '2026-02-06')).toEqual([1, 2])
    expect(await found(world, 'eve', 'last_visit_ts', 'lessthan', '%last_changed%')).toEqual([])
  })

  it('finds times by parts of their text', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, columns: { creation_time: day(5) } },
      { id: 2, columns: { creation_time: day(19) } },
      { id: 3, columns: { creation_time: noon } },
    ])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '2026')).toEqual([1, 2, 3])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '2026-02')).toEqual([1, 2])
    expect(await found(world, 'eve', 'creation_ts', 'notsubstring', '2026-02-05')).toEqual([2, 3])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '2026-02-19 12:00')).toEqual([2])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '2026-02-30')).toEqual([])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '2026-02-19T12:00:00Z')).toEqual([2])
    expect(await found(world, 'eve', 'creation_ts', 'anywordssubstr', '2026-02-05,19 12')).toEqual([1, 2, 3])
    expect(await found(world, 'eve', 'creation_ts', 'substring', '-05 12:0')).toEqual([1])
    expect(await found(world, 'eve', 'creation_ts', 'regexp', '-(05|01) 12:00:00$')).toEqual([1, 3])
    expect(await found(world, 'eve', 'creation_ts', 'allwords', '02 12')).toEqual([1, 2])
  })
})
