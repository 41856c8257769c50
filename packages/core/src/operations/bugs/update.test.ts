import { describe, expect, it } from 'vitest'
import { addCustomField, inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { fieldTypes } from '../../setup/standard-fields.js'
import { at, file, history, lastComments, show, update } from '../../../test/bugs.js'

onAnyStoreConsistently('bugs.update', (open) => {
  describe('naming bugs', () => {
    it('works by number and alias, and answers one change object for each bug [BUG-U-01] [BUG-U-02] [BUG-U-53] [BUG-U-55] [BUG-G-25]', async () => {
      const world = await open()
      const [a, b] = [await file(world, { alias: ['first'] }), await file(world)]
      world.clock.advance(60)
      const { bugs } = await world
        .as('alice')
        .bugs.update({ ids: ['first', b.id, a.id, String(b.id)], priority: 'high' })
      const now = world.clock.now()
      const changes = { priority: { removed: '---', added: 'High' } }
      expect(bugs).toEqual([
        { id: a.id, alias: ['first'], last_change_time: now, changes },
        { id: b.id, alias: [], last_change_time: now, changes },
      ])
      for (const { id, creation_time } of [a, b])
        expect(await show(world, id)).toMatchObject({ priority: 'High', last_change_time: now, creation_time })
      expect(a.creation_time).not.toEqual(now)
    })

    it('changes all of them or none', async () => {
      const world = await open()
      const [a, b] = [await file(world), await file(world, {}, 'eve')]
      await expect(
        world.as('eve').bugs.update({ ids: [b.id, a.id], whiteboard: 'mine', comment: { body: 'Hello' } }),
      ).rejects.toMatchObject({ code: 'illegal_change', data: { field: 'whiteboard' } })
      for (const { id } of [a, b]) {
        expect(await show(world, id)).toMatchObject({ whiteboard: '' })
        expect(await lastComments(world, id)).toEqual([])
        expect(await history(world, id)).toEqual([])
      }
    })

    it.each([
      [[99], 'bug_id_does_not_exist'],
      [['nonsense'], 'improper_bug_id_field_value'],
    ])('refuses %j: %s', async (ids, code) => {
      const world = await open()
      await expect(world.as('alice').bugs.update({ ids, priority: 'High' })).rejects.toMatchObject({
        code,
        data: { field: 'ids', value: ids[0] },
      })
    })

    it('needs at least one bug, and a caller who is logged in', async () => {
      const world = await open()
      await expect(world.as('alice').bugs.update({ ids: [] })).rejects.toMatchObject({ number: 50 })
      await expect(world.as('alice').bugs.update({} as { ids: [] })).rejects.toMatchObject({ number: 50 })
      const bug = await file(world)
      await expect(world.as(null).bugs.update({ ids: [bug.id] })).rejects.toMatchObject({ code: 'login_required' })
    })

    it('finds no bug that the caller cannot see', async () => {
      const world = await open()
      const bug = await file(world, { component: 'Core', groups: ['secret'] }, 'ivan')
      await expect(update(world, bug.id, { priority: 'High' }, 'alice')).rejects.toMatchObject({
        code: 'bug_id_does_not_exist',
        number: 101,
      })
    })

    it('does not touch bugs in products that the caller cannot edit', async () => {
      const world = await open()
      const bug = await file(world)
      await inStore(world.store, async (tx) => {
        await tx.update('group_controls', { col: 'member_control', eq: 'shown' }, { canedit: true })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      await expect(update(world, bug.id, { priority: 'High' })).rejects.toMatchObject({
        code: 'product_edit_denied',
        number: 109,
      })
      await update(world, bug.id, { priority: 'High' }, 'ivan')
    })
  })

  it('sets plain fields [BUG-U-31] [BUG-U-32] [BUG-U-33] [BUG-U-34] [BUG-U-14] [BUG-U-22] [BUG-U-24] [BUG-U-41]', async () => {
    const world = await open()
    const bug = await file(world)
    const given = {
      op_sys: 'Linux',
      platform: 'PC',
      priority: 'High',
      severity: 'major',
      summary: 'It blinks twice',
      url: 'https://example.com/',
      whiteboard: ' [triage] ',
      version: '2.0',
      target_milestone: 'M1',
      is_cc_accessible: false,
      is_creator_accessible: false,
      deadline: '2026-07-01',
      estimated_time: 8,
      remaining_time: 6.25,
    }
    world.clock.advance(60)
    const changes = await update(world, bug.id, { ...given, deadline: ' 2026-7-1 ', summary: ' It\nblinks twice ' })
    expect(changes).toEqual({
      op_sys: { removed: 'All', added: 'Linux' },
      platform: { removed: 'All', added: 'PC' },
      priority: { removed: '---', added: 'High' },
      severity: { removed: 'enhancement', added: 'major' },
      summary: { removed: 'It blinks', added: 'It blinks twice' },
      url: { removed: '', added: 'https://example.com/' },
      whiteboard: { removed: '', added: ' [triage] ' },
      version: { removed: '1.0', added: '2.0' },
      target_milestone: { removed: '---', added: 'M1' },
      is_cc_accessible: { removed: '1', added: '0' },
      is_creator_accessible: { removed: '1', added: '0' },
      deadline: { removed: '', added: '2026-07-01' },
      estimated_time: { removed: '0.00', added: '8.00' },
      remaining_time: { removed: '0.00', added: '6.25' },
    })
    expect(await show(world, bug.id)).toMatchObject(given)
    expect(await history(world, bug.id)).toEqual(
      Object.entries(changes).map(([field_name, { removed, added }]) => ({ field_name, removed, added })),
    )
    expect(await update(world, bug.id, { deadline: null, url: '' })).toEqual({
      deadline: { removed: '2026-07-01', added: '' },
      url: { removed: 'https://example.com/', added: '' },
    })
  })

  it('accepts internal names, and ignores fields that cannot be set', async () => {
    const world = await open()
    const bug = await file(world)
    const input = { short_desc: 'Renamed', bug_severity: 'minor', status_whiteboard: 'w', bug_status: 'IN_PROGRESS' }
    await update(world, bug.id, { ...input, creator: 'me', is_confirmed: false, delta_ts: 'then', cc_detail: [] })
    expect(await show(world, bug.id)).toMatchObject({
      summary: 'Renamed',
      severity: 'minor',
      whiteboard: 'w',
      status: 'IN_PROGRESS',
      creator: at('alice'),
      is_confirmed: true,
    })
  })

  it.each([
    ['', { priority: 'Urgent' }, 'object_does_not_exist', 'priority'],
    ['', { priority: null }, 'object_not_specified', 'priority'],
    ['', { summary: '' }, 'require_summary', 'summary'],
    ['', { summary: null }, 'require_summary', 'summary'],
    ['', { summary: 'x'.repeat(256) }, 'text_too_long', 'summary'],
    ['', { version: '9' }, 'object_does_not_exist', 'version'],
    ['', { version: '' }, 'object_not_specified', 'version'],
    ['', { component: '' }, 'require_component', 'component'],
    ['', { component: 'Main' }, 'object_does_not_exist', 'component'],
    ['', { target_milestone: 'M9' }, 'object_does_not_exist', 'target_milestone'],
    ['', { product: 'Nonsense' }, 'object_does_not_exist', 'product'],
    ['', { product: '' }, 'object_not_specified', 'product'],
    ['', { assigned_to: '' }, 'reassign_to_empty', 'assigned_to'],
    ['', { assigned_to: 'nobody' }, 'object_does_not_exist', 'assigned_to'],
    ['', { qa_contact: 'nobody' }, 'object_does_not_exist', 'qa_contact'],
    ['[BUG-U-13]', { cc: { add: ['nobody'] } }, 'object_does_not_exist', 'cc.add'],
    ['[BUG-U-13]', { cc: { remove: ['nobody'] } }, 'object_does_not_exist', 'cc.remove'],
    ['[BUG-U-30]', { keywords: { add: ['nonsense'] } }, 'object_does_not_exist', 'keywords.add'],
    ['[BUG-U-30]', { keywords: { remove: ['nonsense'] } }, 'object_does_not_exist', 'keywords.remove'],
    ['[BUG-U-30]', { keywords: { set: ['crash', 'nonsense'] } }, 'object_does_not_exist', 'keywords.set'],
    ['[BUG-U-27]', { groups: { add: ['nonsense'] } }, 'object_does_not_exist', 'groups.add'],
    ['[BUG-U-27]', { groups: { remove: ['secret'] } }, 'object_does_not_exist', 'groups.remove'],
    ['[BUG-U-46]', { see_also: { add: ['http://example.com/nothing'] } }, 'bug_url_invalid', 'see_also.add'],
    ['', { see_also: { add: ['1'] } }, 'see_also_self_reference', 'see_also.add'],
    ['', { see_also: { add: ['99'] } }, 'bug_id_does_not_exist', 'see_also.add'],
    ['', { depends_on: { add: [99] } }, 'bug_id_does_not_exist', 'depends_on.add'],
    ['', { depends_on: { set: ['nonsense'] } }, 'improper_bug_id_field_value', 'depends_on.set'],
    ['', { blocks: { add: [1] } }, 'dependency_loop_single', 'blocks.add'],
    ['', { dupe_of: 99 }, 'bug_id_does_not_exist', 'dupe_of'],
    ['', { dupe_of: null }, 'undefined_field', 'dupe_of'],
    ['', { dupe_of: 0 }, 'undefined_field', 'dupe_of'],
    ['', { dupe_of: 1 }, 'dupe_loop_detected', 'dupe_of'],
    ['', { estimated_time: -0.5 }, 'number_too_small', 'estimated_time'],
    ['', { remaining_time: 100_000 }, 'number_too_large', 'remaining_time'],
    ['', { deadline: '2026-02-03T00:00:00Z' }, 'illegal_date', 'deadline'],
    ['', { work_time: 'much' }, 'number_not_numeric', 'work_time'],
    ['', { deadline: 'soon' }, 'illegal_date', 'deadline'],
    ['', { deadline: '2026-02-29' }, 'illegal_date', 'deadline'],
    ['', { comment: { body: 'x'.repeat(65_536) } }, 'comment_too_long', 'comment.body'],
    ['', { is_cc_accessible: 'perhaps' }, 'param_invalid', 'is_cc_accessible'],
    ['', { reset_assigned_to: 2 }, 'param_invalid', 'reset_assigned_to'],
    ['[BUG-U-20]', { comment_is_private: { 999: true } }, 'comment_invalid_isprivate', 'comment_is_private'],
    ['[BUG-U-20]', { comment_is_private: { nonsense: true } }, 'comment_invalid_isprivate', 'comment_is_private'],
    ['[BUG-U-57]', { colour: 'red' }, 'unknown_parameter', 'colour'],
    ['[BUG-U-57]', { description: 'New' }, 'unknown_parameter', 'description'],
    ['[BUG-U-57]', { cc: { set: [] } }, 'unknown_parameter', 'cc.set'],
    ['[BUG-U-25]', { flags: [{ name: 'review', status: '+' }] }, 'object_does_not_exist', 'flags.0.name'],
    ['', { cf_nonsense: 'x' }, 'unknown_parameter', 'cf_nonsense'],
  ])('with a wrong %s (%j) fails with %s about %s, and changes nothing', async (_rule, input, code, field) => {
    const world = await open()
    const before = await file(world)
    world.clock.advance(60)
    const attempt = update(world, before.id, { whiteboard: 'changed', ...input })
    await expect(attempt).rejects.toMatchObject({ code, data: { field } })
    expect(await show(world, before.id)).toEqual(before)
  })

  it('changes nothing when nothing differs [BUG-U-54]', async () => {
    const world = await open()
    const bug = await file(world, { cc: [at('eve')], keywords: ['crash'] })
    world.clock.advance(60)
    const same = {
      summary: 'It blinks ',
      priority: '---',
      cc: { add: [at('eve')], remove: [at('carl')] },
      keywords: { add: ['crash'], remove: ['regression'] },
      status: 'CONFIRMED',
      comment: { body: ' \n ' },
      assigned_to: at('ALICE'),
      deadline: '',
      work_time: 0,
    }
    const { bugs } = await world.as('alice').bugs.update({ ids: [bug.id], ...same })
    expect(bugs).toEqual([{ id: bug.id, alias: [], last_change_time: bug.last_change_time, changes: {} }])
    expect(await history(world, bug.id)).toEqual([])
  })

  describe('people', () => {
    it('assigned_to and qa_contact take login names [BUG-U-08] [BUG-U-40]', async () => {
      const world = await open()
      const bug = await file(world)
      expect(await update(world, bug.id, { assigned_to: at('Carl'), qa_contact: at('eve') })).toEqual({
        assigned_to: { removed: at('alice'), added: at('carl') },
        qa_contact: { removed: at('bob'), added: at('eve') },
      })
      expect(await update(world, bug.id, { qa_contact: '' })).toEqual({
        qa_contact: { removed: at('eve'), added: '' },
      })
      expect(await show(world, bug.id)).toMatchObject({ assigned_to: at('carl'), qa_contact: '' })
    })

    it('assigned_to and qa_contact are reset to those of the component, the new one when it changes [BUG-U-42] [BUG-U-43]', async () => {
      const world = await open()
      const bug = await file(world, { assigned_to: at('eve'), qa_contact: at('eve') })
      await update(world, bug.id, { reset_assigned_to: true, reset_qa_contact: true })
      expect(await show(world, bug.id)).toMatchObject({ assigned_to: at('alice'), qa_contact: at('bob') })
      await update(world, bug.id, { component: 'Core', reset_assigned_to: true, reset_qa_contact: true })
      expect(await show(world, bug.id)).toMatchObject({ assigned_to: at('bob'), qa_contact: '' })
    })

    it('assigned_to and qa_contact cannot be reset and set at once', async () => {
      const world = await open()
      const bug = await file(world)
      for (const field of ['assigned_to', 'qa_contact']) {
        const both = { [field]: at('eve'), [`reset_${field}`]: true }
        await expect(update(world, bug.id, both)).rejects.toMatchObject({ number: 53, data: { field } })
        await update(world, bug.id, { [field]: at('eve'), [`reset_${field}`]: false })
      }
      expect(await show(world, bug.id)).toMatchObject({ assigned_to: at('eve'), qa_contact: at('eve') })
    })

    it('the CC list gains and loses people [BUG-U-12]', async () => {
      const world = await open()
      const bug = await file(world)
      expect(await update(world, bug.id, { cc: { add: [at('eve'), at('carl')], remove: [at('ivan')] } })).toEqual({
        cc: { removed: at('ivan'), added: `${at('carl')}, ${at('eve')}` },
      })
      expect(await show(world, bug.id)).toMatchObject({ cc: [at('carl'), at('eve')] })
    })

    it('lets every user add people to the CC list and leave it, but not remove others', async () => {
      const world = await open()
      const bug = await file(world)
      await update(world, bug.id, { cc: { add: [at('eve'), at('carl')] } }, 'eve')
      await update(world, bug.id, { cc: { remove: [at('eve')] } }, 'eve')
      await expect(update(world, bug.id, { cc: { remove: [at('carl')] } }, 'eve')).rejects.toMatchObject({
        code: 'cc_remove_denied',
        number: 115,
      })
      expect(await show(world, bug.id)).toMatchObject({ cc: [at('carl'), at('ivan')] })
    })
  })

  describe('comments and hours', () => {
    it('body and comment add a comment [BUG-U-15] [BUG-U-16] [BUG-U-56]', async () => {
      const world = await open()
      const bug = await file(world)
      world.clock.advance(60)
      const { bugs } = await world.as('bob').bugs.update({ ids: [bug.id], comment: { body: 'Seen\r\n ' } })
      expect(bugs).toMatchObject([{ changes: {}, last_change_time: world.clock.now() }])
      await update(world, bug.id, { comment: { comment: 'Too' } })
      expect(await lastComments(world, bug.id)).toMatchObject([
        { text: 'Seen', creator: at('bob'), count: 1, is_private: false },
        { text: 'Too', creator: at('alice'), count: 2 },
      ])
    })

    it('comment_tags tag the comment, on each of the bugs, for those who may give tags', async () => {
      const world = await open()
      const ids = [(await file(world)).id, (await file(world)).id]
      const change = { ids, comment: { body: 'Seen' }, comment_tags: ['triage', 'Triage', 'needs-info'] }
      await world.as('alice').bugs.update(change)
      for (const id of ids) expect(await lastComments(world, id)).toMatchObject([{ tags: ['needs-info', 'triage'] }])
      await world
        .as('eve')
        .bugs.update({ ids, cc: { add: [at('eve')] }, comment: { body: 'Me too' }, comment_tags: ['spam'] })
      expect(await lastComments(world, ids[0] ?? 0)).toMatchObject([{ tags: ['needs-info', 'triage'] }, { tags: [] }])
      expect(await world.as('alice').comments.searchTags({ query: 'triage' })).toEqual(['triage'])
      const refused = (input: object) => world.as('alice').bugs.update({ ids, ...input })
      await expect(refused({ comment_tags: ['lonely'] })).rejects.toMatchObject({
        number: 50,
        data: { field: 'comment' },
      })
      const tooShort = { comment: { body: 'x' }, comment_tags: ['ok', 'x'] }
      await expect(refused(tooShort)).rejects.toMatchObject({
        number: 128,
        data: { field: 'comment_tags', value: 'ok' },
      })
      expect((await refused({ comment_tags: [] })).bugs).toMatchObject([{ changes: {} }, { changes: {} }])
    })

    it('is_private makes the comment private, for insiders [BUG-U-17] [BUG-U-18]', async () => {
      const world = await open()
      const bug = await file(world)
      await update(world, bug.id, { comment: { body: 'Psst', is_private: true } }, 'ivan')
      expect(await lastComments(world, bug.id, 'ivan')).toMatchObject([{ text: 'Psst', is_private: true }])
      expect(await lastComments(world, bug.id, 'alice')).toEqual([])
      await expect(update(world, bug.id, { comment: { body: 'Psst', is_private: true } })).rejects.toMatchObject({
        code: 'user_not_insider',
        number: 113,
        data: { field: 'comment.is_private' },
      })
    })

    it('comment_is_private hides and shows comments, for insiders [BUG-U-19] [BUG-U-56]', async () => {
      const world = await open()
      const bug = await file(world)
      await update(world, bug.id, { comment: { body: 'Seen' } })
      const [comment] = await lastComments(world, bug.id)
      const id = comment?.id ?? 0
      world.clock.advance(60)
      expect(await update(world, bug.id, { comment_is_private: { [id]: true } }, 'ivan')).toEqual({})
      expect(await lastComments(world, bug.id, 'alice')).toEqual([])
      expect(await show(world, bug.id)).toMatchObject({ last_change_time: world.clock.now() })
      expect(await history(world, bug.id, 'ivan')).toMatchObject([
        { field_name: 'longdescs.isprivate', removed: '0', added: '1', comment_id: id },
      ])
      expect(await history(world, bug.id, 'alice')).toEqual([])
      await expect(update(world, bug.id, { comment_is_private: { [id]: false } }, 'alice')).rejects.toMatchObject({
        code: 'comment_invalid_isprivate',
      })
      await update(world, bug.id, { comment_is_private: { [id]: false } }, 'ivan')
      expect(await lastComments(world, bug.id, 'alice')).toMatchObject([{ id }])
      await update(world, bug.id, { comment_is_private: { [id]: false } }, 'alice')
      await expect(update(world, bug.id, { comment_is_private: { [id]: true } }, 'alice')).rejects.toMatchObject({
        code: 'user_not_insider',
      })
    })

    it('a comment may belong to any of the bugs named, and to no other [BUG-U-20] [BUG-U-02]', async () => {
      const world = await open()
      const [a, b, c] = [await file(world), await file(world), await file(world)]
      for (const { id } of [a, b, c]) await update(world, id, { comment: { body: 'Seen' } })
      const idOf = async (bug: number) => String((await lastComments(world, bug))[0]?.id)
      const [ofA, ofB, ofC] = [await idOf(a.id), await idOf(b.id), await idOf(c.id)]
      const ivan = world.as('ivan').bugs
      await ivan.update({ ids: [a.id, b.id], comment_is_private: { [ofA]: true, [ofB]: true } })
      expect(await lastComments(world, a.id)).toEqual([])
      await expect(ivan.update({ ids: [a.id, b.id], comment_is_private: { [ofC]: true } })).rejects.toMatchObject({
        code: 'comment_invalid_isprivate',
        number: 117,
      })
    })

    it('reports changed hours to users with access to time tracking only', async () => {
      const world = await open()
      const closed = { status: 'RESOLVED', resolution: 'FIXED' }
      const reported: boolean[] = []
      const bugs = [await file(world, { estimated_time: 10 }), await file(world, { estimated_time: 10 })]
      for (const { id } of bugs) {
        reported.push('remaining_time' in (await update(world, id, closed)))
        await world.as('admin').parameters.update({ parameters: { timetrackinggroup: 'insiders' } })
      }
      expect(reported).toEqual([true, false])
    })

    it('hours worked count, and come off what remains [BUG-U-49] [BUG-U-50] [BUG-U-56]', async () => {
      const world = await open()
      const bug = await file(world, { estimated_time: 10 })
      expect(await update(world, bug.id, { work_time: 2.5, comment: { body: 'Dug in' } })).toEqual({
        remaining_time: { removed: '10.00', added: '7.50' },
      })
      expect(await show(world, bug.id)).toMatchObject({ actual_time: 2.5, remaining_time: 7.5 })
      await update(world, bug.id, { work_time: 9 })
      expect(await show(world, bug.id)).toMatchObject({ actual_time: 11.5, remaining_time: 0 })
      expect(await lastComments(world, bug.id)).toMatchObject([{ text: 'Dug in' }, { text: '' }])
      await update(world, bug.id, { work_time: -1.5 })
      expect(await show(world, bug.id)).toMatchObject({ actual_time: 10, remaining_time: 1.5 })
      const hours = (await history(world, bug.id)).filter((change) => change.field_name === 'work_time')
      expect(hours.map((change) => change.added)).toEqual(['2.50', '9.00', '-1.50'])
    })

    it('remaining hours given together with hours worked stay as given [BUG-U-51]', async () => {
      const world = await open()
      const bug = await file(world, { estimated_time: 10 })
      await update(world, bug.id, { work_time: 2, remaining_time: 9 })
      expect(await show(world, bug.id)).toMatchObject({ actual_time: 2, remaining_time: 9 })
    })

    it('hours and the deadline are for time trackers', async () => {
      const world = await open()
      const bug = await file(world, {}, 'eve')
      for (const input of [{ work_time: 1 }, { estimated_time: 1 }, { remaining_time: 1 }, { deadline: '2026-07-01' }])
        await expect(update(world, bug.id, input, 'eve')).rejects.toMatchObject({
          code: 'illegal_change',
          number: 115,
          data: { field: Object.keys(input)[0] },
        })
    })

    it('hours are refused to users without access to time tracking even if nothing would change [BUG-G-26]', async () => {
      const world = await open()
      const bug = await file(world, { estimated_time: 8 })
      for (const field of ['estimated_time', 'remaining_time'])
        await expect(update(world, bug.id, { [field]: 8 }, 'eve')).rejects.toMatchObject({
          code: 'illegal_change',
          data: { field },
        })
      const empty = { estimated_time: null, remaining_time: null, work_time: 0 }
      expect(await update(world, bug.id, empty, 'eve')).toEqual({})
    })
  })

  describe('keywords', () => {
    it('are added, removed and set [BUG-U-28] [BUG-U-29]', async () => {
      const world = await open()
      const bug = await file(world, { keywords: ['crash'] })
      expect(await update(world, bug.id, { keywords: { add: ['Regression'], remove: ['crash'] } })).toEqual({
        keywords: { removed: 'crash', added: 'regression' },
      })
      const all = { set: ['crash', 'regression'], add: ['crash'], remove: ['crash'] }
      await update(world, bug.id, { keywords: all })
      expect(await show(world, bug.id)).toMatchObject({ keywords: ['crash', 'regression'] })
      await update(world, bug.id, { keywords: { set: [] } })
      expect(await show(world, bug.id)).toMatchObject({ keywords: [] })
    })
  })

  describe('aliases', () => {
    it('are added, removed, set, and set by a text [BUG-U-03] [BUG-U-04] [BUG-U-05] [BUG-U-06]', async () => {
      const world = await open()
      const bug = await file(world, { alias: ['one', 'two'] })
      const alias = async () => (await show(world, bug.id)).alias
      expect(await update(world, bug.id, { alias: { add: ['three'], remove: ['ONE', 'none'] } })).toEqual({
        alias: { removed: 'one', added: 'three' },
      })
      expect(await alias()).toEqual(['three', 'two'])
      await update(world, bug.id, { alias: { set: ['Two', 'four'], add: ['five'], remove: ['four'] } })
      expect(await alias()).toEqual(['four', 'Two'])
      await update(world, bug.id, { alias: 'six' })
      expect(await alias()).toEqual(['six'])
      await update(world, bug.id, { alias: null })
      expect(await alias()).toEqual(['six'])
      await update(world, bug.id, { alias: '' })
      expect(await alias()).toEqual([])
    })

    it('belong to one bug [BUG-U-07]', async () => {
      const world = await open()
      const [a, b] = [await file(world, { alias: 'mine' }), await file(world)]
      const alice = world.as('alice').bugs
      await expect(alice.update({ ids: [a.id, b.id], alias: { add: ['ours'] } })).rejects.toMatchObject({
        code: 'multiple_alias_not_allowed',
        number: 103,
      })
      await expect(update(world, b.id, { alias: { add: ['MINE'] } })).rejects.toMatchObject({ code: 'alias_in_use' })
      expect((await show(world, a.id)).alias).toEqual(['mine'])
    })
  })

  describe('see also', () => {
    it('links to bugs of other trackers come and go [BUG-U-45] [BUG-U-47]', async () => {
      const world = await open()
      const bug = await file(world)
      expect(
        await update(world, bug.id, {
          see_also: { add: ['github.com/a/b/issues/1', 'https://bugs.debian.org/12', ''] },
        }),
      ).toEqual({ see_also: { removed: '', added: 'http://bugs.debian.org/12, https://github.com/a/b/issues/1' } })
      await update(world, bug.id, { see_also: { add: ['https://GitHub.com/a/b/issues/1'] } })
      expect(
        await update(world, bug.id, {
          see_also: { remove: ['HTTP://bugs.debian.org/12', 'http://example.com/', 'nonsense', '99'] },
        }),
      ).toEqual({ see_also: { removed: 'http://bugs.debian.org/12', added: '' } })
      expect((await show(world, bug.id)).see_also).toEqual(['https://github.com/a/b/issues/1'])
    })

    it('a link to a bug here goes both ways, as far as the caller may change the other', async () => {
      const world = await open()
      await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://tracker.example.com/'))
      const [a, b] = [await file(world), await file(world, {}, 'eve')]
      const urlOf = (id: number) => `https://tracker.example.com/show_bug.cgi?id=${id}`
      world.clock.advance(60)
      await update(world, a.id, { see_also: { add: [`${urlOf(b.id)}#c1`] } })
      expect(await show(world, a.id)).toMatchObject({ see_also: [urlOf(b.id)] })
      expect(await show(world, b.id)).toMatchObject({ see_also: [urlOf(a.id)], last_change_time: world.clock.now() })
      await update(world, b.id, { see_also: { remove: [urlOf(a.id)] } })
      expect((await show(world, a.id)).see_also).toEqual([])
      await update(world, b.id, { see_also: { add: [String(a.id)] } }, 'eve')
      expect((await show(world, b.id)).see_also).toEqual([urlOf(a.id)])
      expect((await show(world, a.id)).see_also).toEqual([])
    })

    it('a link to a bug that the caller cannot see is neither shown nor removed', async () => {
      const world = await open()
      const bug = await file(world)
      const hidden = await file(world, { component: 'Core', groups: ['secret'] }, 'ivan')
      await update(world, bug.id, { see_also: { add: [String(hidden.id)] } }, 'ivan')
      await update(world, bug.id, { see_also: { remove: [String(hidden.id), `show_bug.cgi?id=${hidden.id}`] } })
      expect((await show(world, bug.id)).see_also).toEqual([])
      expect((await show(world, bug.id, 'ivan')).see_also).toEqual([`show_bug.cgi?id=${hidden.id}`])
    })
  })

  describe('dependencies', () => {
    it('change on both bugs [BUG-U-09] [BUG-U-11]', async () => {
      const world = await open()
      const [a, b, c] = [await file(world), await file(world, { alias: 'second' }), await file(world)]
      expect(await update(world, a.id, { depends_on: { add: ['second'] }, blocks: { add: [c.id] } })).toEqual({
        depends_on: { removed: '', added: String(b.id) },
        blocks: { removed: '', added: String(c.id) },
      })
      world.clock.advance(60)
      expect(await show(world, b.id)).toMatchObject({ blocks: [a.id] })
      expect(await show(world, c.id)).toMatchObject({ depends_on: [a.id] })
      await update(world, a.id, { depends_on: { remove: [b.id, c.id, 999] }, blocks: { remove: ['none'] } })
      expect(await show(world, a.id)).toMatchObject({ depends_on: [], blocks: [c.id] })
      expect(await show(world, b.id)).toMatchObject({ blocks: [], last_change_time: world.clock.now() })
      expect(await history(world, b.id)).toEqual([
        { field_name: 'blocks', removed: '', added: String(a.id) },
        { field_name: 'blocks', removed: String(a.id), added: '' },
      ])
    })

    it('are replaced by set [BUG-U-10]', async () => {
      const world = await open()
      const [a, b, c, d] = [await file(world), await file(world), await file(world), await file(world)]
      await update(world, a.id, { depends_on: { add: [b.id, c.id] } })
      await update(world, a.id, { depends_on: { set: [c.id, d.id], remove: [d.id] } })
      expect(await show(world, a.id)).toMatchObject({ depends_on: [c.id, d.id] })
      expect(await show(world, b.id)).toMatchObject({ blocks: [] })
      await update(world, a.id, { depends_on: { set: [] } })
      expect(await show(world, a.id)).toMatchObject({ depends_on: [] })
    })

    it('are added from several bugs at once, each link once', async () => {
      const world = await open()
      const [a, b, c] = [await file(world), await file(world), await file(world)]
      const alice = world.as('alice').bugs
      await alice.update({ ids: [a.id, b.id], depends_on: { add: [c.id] } })
      expect(await show(world, c.id)).toMatchObject({ blocks: [a.id, b.id] })
      await update(world, a.id, { blocks: { add: [b.id] } })
      const { bugs } = await alice.update({ ids: [a.id, b.id, c.id], depends_on: { set: [] }, blocks: { set: [] } })
      expect(bugs.map((bug) => bug.changes)).toEqual([
        { blocks: { removed: String(b.id), added: '' }, depends_on: { removed: String(c.id), added: '' } },
        { depends_on: { removed: `${a.id}, ${c.id}`, added: '' } },
        { blocks: { removed: `${a.id}, ${b.id}`, added: '' } },
      ])
    })

    it('make no circle, however long', async () => {
      const world = await open()
      const chain = [await file(world)]
      for (let i = 0; i < 12; i++) chain.push(await file(world, { depends_on: [chain.at(-1)?.id] }))
      const [first, last] = [chain[0]?.id ?? 0, chain.at(-1)?.id ?? 0]
      for (const input of [{ depends_on: { add: [last] } }, { depends_on: { set: [last] } }])
        await expect(update(world, first, input)).rejects.toMatchObject({ code: 'dependency_loop_multi', number: 116 })
      await expect(update(world, last, { blocks: { add: [first] } })).rejects.toMatchObject({ number: 116 })
      const middle = chain[6]?.id ?? 0
      await update(world, middle, { depends_on: { set: [] } })
      await update(world, first, { depends_on: { add: [last] } })
    })

    it('can be reversed in one update, however long the chain and whoever else depends on it', async () => {
      for (const length of [1, 6]) {
        const world = await open()
        const bug = await file(world)
        await file(world, { depends_on: [bug.id] })
        const chain = [bug]
        for (let i = 0; i < length; i++) chain.push(await file(world, { depends_on: [chain.at(-1)?.id] }))
        const [next, last] = [String(chain[1]?.id), String(chain.at(-1)?.id)]
        const turned = { blocks: { remove: [Number(next)] }, depends_on: { add: [Number(last)] } }
        expect(await update(world, bug.id, turned)).toEqual({
          blocks: { removed: next, added: '' },
          depends_on: { removed: '', added: last },
        })
      }
    })

    it('on bugs that the caller cannot see stay as they are', async () => {
      const world = await open()
      const [bug, other] = [await file(world), await file(world)]
      const hidden = await file(world, { component: 'Core', groups: ['secret'] }, 'ivan')
      await update(world, bug.id, { depends_on: { add: [hidden.id] } }, 'ivan')
      await expect(update(world, bug.id, { depends_on: { add: [hidden.id] } })).rejects.toMatchObject({ number: 101 })
      expect(await update(world, bug.id, { depends_on: { remove: [hidden.id] } })).toEqual({})
      expect(await update(world, bug.id, { depends_on: { set: [other.id] } })).toEqual({
        depends_on: { removed: '', added: String(other.id) },
      })
      expect(await show(world, bug.id, 'ivan')).toMatchObject({ depends_on: [other.id, hidden.id] })
    })
  })

  describe('products and components', () => {
    it('the component changes within the product, and brings its CC list [BUG-U-21]', async () => {
      const world = await open()
      const bug = await file(world, { component: 'Core' })
      expect(await update(world, bug.id, { component: 'ui' })).toEqual({
        component: { removed: 'Core', added: 'UI' },
        cc: { removed: '', added: at('ivan') },
      })
      expect(await show(world, bug.id)).toMatchObject({ assigned_to: at('bob') })
    })

    it('the bug moves together with a component and a version, which must exist in the new product [BUG-U-35]', async () => {
      const world = await open()
      const bug = await file(world)
      await expect(update(world, bug.id, { product: 'Gadgets' })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { field: 'component', value: 'UI' },
      })
      await expect(update(world, bug.id, { product: 'Gadgets', component: 'Main' })).rejects.toMatchObject({
        data: { field: 'version', value: '1.0' },
      })
      expect(await update(world, bug.id, { product: 'Gadgets', component: 'Main', version: 'unspecified' })).toEqual({
        product: { removed: 'Widgets', added: 'Gadgets' },
        component: { removed: 'UI', added: 'Main' },
        version: { removed: '1.0', added: 'unspecified' },
      })
    })

    it('the bug does not move into a product where the caller may not file bugs [BUG-U-36]', async () => {
      const world = await open()
      const bug = await file(world)
      const safe = { product: 'Vault', component: 'Safe', version: '1' }
      await expect(update(world, bug.id, safe)).rejects.toMatchObject({ code: 'object_does_not_exist' })
      const closed = { product: 'Closed', component: 'Old', version: '1' }
      await expect(update(world, bug.id, closed)).rejects.toMatchObject({ code: 'product_disabled', number: 32000 })
    })

    it('an unconfirmed bug is confirmed where the product does not allow UNCONFIRMED [STATE-10]', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await tx.update('products', { col: 'name', eq: 'Gadgets' }, { has_unconfirmed: false })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      const there = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
      for (const said of [{}, { status: 'UNCONFIRMED' }]) {
        const bug = await file(world, { status: 'UNCONFIRMED' })
        expect(await update(world, bug.id, { ...there, ...said })).toMatchObject({
          status: { removed: 'UNCONFIRMED', added: 'CONFIRMED' },
        })
        expect(await show(world, bug.id)).toMatchObject({ status: 'CONFIRMED', is_confirmed: true })
      }
    })

    it('the bug gets the default milestone from a caller who cannot choose one [BUG-U-37]', async () => {
      const world = await open()
      const bug = await file(world, { target_milestone: 'M1' }, 'eve')
      const move = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
      await expect(update(world, bug.id, move, 'alice')).rejects.toMatchObject({
        data: { field: 'target_milestone', value: 'M1' },
      })
      expect(await update(world, bug.id, { ...move, target_milestone: 'M1' }, 'eve')).toMatchObject({
        target_milestone: { removed: 'M1', added: '---' },
      })
    })

    it('groups that are not valid in the new product are removed, mandatory ones added [BUG-U-38] [BUG-U-39]', async () => {
      const world = await open()
      const bug = await file(world, { groups: ['secret'] }, 'ivan')
      const there = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
      expect(await update(world, bug.id, there, 'ivan')).toMatchObject({ groups: { removed: 'secret', added: '' } })
      expect(await show(world, bug.id)).toMatchObject({ groups: [] })
      const again = await file(world, { groups: ['secret'] }, 'ivan')
      const taken = { ...there, groups: { remove: ['secret'] } }
      expect(await update(world, again.id, taken, 'ivan')).toMatchObject({ groups: { removed: 'secret', added: '' } })
      const safe = { product: 'Vault', component: 'Safe', version: '1' }
      expect(await update(world, bug.id, safe, 'ivan')).toMatchObject({ groups: { removed: '', added: 'secret' } })
    })

    it('a component, version or milestone that is no longer in use can be kept, not chosen', async () => {
      const world = await open()
      const bug = await file(world, { component: 'Core', version: '2.0', target_milestone: 'M1' })
      const other = await file(world)
      await inStore(world.store, async (tx) => {
        await tx.update('components', { col: 'name', eq: 'Core' }, { is_active: false })
        await tx.update('versions', { col: 'name', eq: '2.0' }, { is_active: false })
        await tx.update('milestones', { col: 'name', eq: 'M1' }, { is_active: false })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      const kept = { component: 'Core', version: '2.0', target_milestone: 'M1' }
      expect(await update(world, bug.id, { ...kept, priority: 'High' })).toMatchObject({ priority: {} })
      for (const [field, value] of Object.entries(kept))
        await expect(update(world, other.id, { [field]: value })).rejects.toMatchObject({
          code: 'value_inactive',
          data: { field, value },
        })
    })
  })

  describe('groups', () => {
    it('are added and removed as the product and membership allow [BUG-U-26] [BUG-U-27]', async () => {
      const world = await open()
      const bug = await file(world, { component: 'Core' })
      await expect(update(world, bug.id, { groups: { add: ['secret'] } }, 'alice')).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
      })
      expect(await update(world, bug.id, { groups: { add: ['Secret'] } }, 'ivan')).toEqual({
        groups: { removed: '', added: 'secret' },
      })
      await expect(world.as('eve').bugs.get({ ids: [bug.id] })).rejects.toMatchObject({ number: 101 })
      // Alice reported the bug and so still sees it.
      await expect(update(world, bug.id, { groups: { remove: ['secret'] } }, 'alice')).rejects.toMatchObject({
        code: 'group_invalid_removal',
        number: 120,
      })
      await update(world, bug.id, { groups: { add: ['secret'] } }, 'alice')
      await update(world, bug.id, { groups: { remove: ['secret'] } }, 'ivan')
      expect(await show(world, bug.id, 'eve')).toMatchObject({ groups: [] })
    })

    it('that are mandatory cannot be removed', async () => {
      const world = await open()
      const bug = await file(world, { product: 'Vault', component: 'Safe', version: '1' }, 'ivan')
      await expect(update(world, bug.id, { groups: { remove: ['secret'] } }, 'ivan')).rejects.toMatchObject({
        code: 'group_invalid_removal',
      })
    })
  })

  describe('rights', () => {
    it('a user without role and rights changes nothing but may comment', async () => {
      const world = await open()
      const bug = await file(world)
      for (const input of [
        { summary: 'Mine' },
        { priority: 'High' },
        { component: 'Core' },
        { product: 'Gadgets', component: 'Main', version: 'unspecified' },
        { alias: 'mine' },
        { keywords: { add: ['crash'] } },
        { assigned_to: at('eve') },
        { reset_assigned_to: true, component: 'Core' },
        { url: 'http://mine/' },
        { is_cc_accessible: false },
      ])
        await expect(update(world, bug.id, input, 'carl')).rejects.toMatchObject({
          code: 'illegal_change',
          number: 115,
        })
      await update(world, bug.id, { comment: { body: 'Me too' }, summary: 'It blinks' }, 'carl')
      expect(await lastComments(world, bug.id)).toMatchObject([{ text: 'Me too', creator: at('carl') }])
    })

    it('the creator changes all but assignee, QA contact and milestone', async () => {
      const world = await open()
      const bug = await file(world, {}, 'eve')
      await update(world, bug.id, { summary: 'Mine', priority: 'High', component: 'Core', alias: 'mine' }, 'eve')
      for (const input of [{ assigned_to: at('eve') }, { qa_contact: at('eve') }, { target_milestone: 'M1' }] as const)
        await expect(update(world, bug.id, input, 'eve')).rejects.toMatchObject({ code: 'illegal_change' })
    })

    it('the assignee has the rights of one, also when assigned by the same update', async () => {
      const world = await open()
      const bug = await file(world, { assigned_to: at('carl') })
      await update(world, bug.id, { target_milestone: 'M1', assigned_to: at('bob') }, 'carl')
      await expect(update(world, bug.id, { target_milestone: '---' }, 'carl')).rejects.toMatchObject({ number: 115 })
    })

    it('a group can have the right to edit in one product', async () => {
      const world = await open()
      const bug = await file(world)
      await inStore(world.store, async (tx) => {
        const [insiders] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'insiders' } })
        const [eve] = await tx.select({ from: 'users', where: { col: 'login', eq: at('eve') } })
        const ids = { user_id: eve?.id ?? 0, group_id: insiders?.id ?? 0 }
        await tx.insert('user_groups', [{ ...ids, kind: 'direct' }])
        const none = { entry: false, canedit: false, editcomponents: false, canconfirm: false }
        const controls = { member_control: 'na', other_control: 'na', editbugs: true, ...none }
        await tx.insert('group_controls', [{ product_id: 1, group_id: ids.group_id, ...controls }])
        await setParameter(tx, 'maintainer', at('admin'))
      })
      await update(world, bug.id, { priority: 'High' }, 'eve')
      expect(await show(world, bug.id)).toMatchObject({ priority: 'High' })
    })
  })

  describe('custom fields', () => {
    async function withFields(): Promise<World> {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
        await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y', 'z'])
        await addCustomField(tx, { name: 'cf_one', type: fieldTypes.singleSelect }, ['---', 'a'])
        await addCustomField(tx, { name: 'cf_when', type: fieldTypes.dateTime })
        await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
        await addCustomField(tx, { name: 'cf_needed', type: fieldTypes.freeText, is_mandatory: true })
      })
      return world
    }
    const needed = { cf_needed: 'yes' }

    it('are set by name, several values as a list [BUG-U-52]', async () => {
      const world = await withFields()
      const bug = await file(world, { ...needed, cf_many: ['x', 'y'] })
      expect(
        await update(world, bug.id, {
          cf_text: 'new',
          cf_many: ['y', 'z'],
          cf_one: 'a',
          cf_when: '2026-05-01T10:30:00Z',
        }),
      ).toEqual({
        cf_text: { removed: '', added: 'new' },
        cf_many: { removed: 'x', added: 'z' },
        cf_one: { removed: '---', added: 'a' },
        cf_when: { removed: '', added: '2026-05-01 10:30:00' },
      })
      expect(await show(world, bug.id)).toMatchObject({ cf_text: 'new', cf_many: ['y', 'z'], cf_one: 'a' })
      expect(await update(world, bug.id, { cf_many: 'y, z', cf_one: '---', cf_when: '' })).toEqual({
        cf_one: { removed: 'a', added: '---' },
        cf_when: { removed: '2026-05-01 10:30:00', added: '' },
      })
      await expect(update(world, bug.id, { cf_text: 'mine' }, 'eve')).rejects.toMatchObject({
        code: 'illegal_change',
        data: { field: 'cf_text' },
      })
    })

    it('that are mandatory cannot be emptied', async () => {
      const world = await withFields()
      const bug = await file(world, needed)
      await expect(update(world, bug.id, { cf_needed: ' ' })).rejects.toMatchObject({
        code: 'required_field',
        data: { field: 'cf_needed' },
      })
    })

    it('that hold bugs make no circle, and name no bug that the caller cannot see', async () => {
      const world = await withFields()
      const a = await file(world, needed)
      const b = await file(world, { ...needed, cf_bug: a.id })
      const hidden = await file(world, { ...needed, component: 'Core', groups: ['secret'] }, 'ivan')
      for (const cf_bug of [a.id, b.id])
        await expect(update(world, a.id, { cf_bug })).rejects.toMatchObject({ code: 'relationship_loop_single' })
      await expect(update(world, a.id, { cf_bug: hidden.id })).rejects.toMatchObject({ number: 101 })
    })

    it('look unset if they hold a bug that the caller cannot see, and keep it when cleared [GEN-28] [BUG-U-54]', async () => {
      const world = await withFields()
      const [bug, other] = [await file(world, needed), await file(world, needed)]
      const hidden = await file(world, { ...needed, component: 'Core', groups: ['secret'] }, 'ivan')
      await inStore(world.store, (tx) =>
        addCustomField(tx, { name: 'cf_cause', type: fieldTypes.bugId, is_mandatory: true }),
      )
      await update(world, bug.id, { cf_bug: hidden.id, cf_cause: hidden.id }, 'ivan')
      const { last_change_time } = await show(world, bug.id)
      world.clock.advance(60)
      for (const name of ['alice', 'eve']) expect(await update(world, bug.id, { cf_bug: null }, name)).toEqual({})
      await expect(update(world, bug.id, { cf_cause: '' })).rejects.toMatchObject({ code: 'required_field' })
      const kept = { cf_bug: hidden.id, cf_cause: hidden.id, last_change_time }
      expect(await show(world, bug.id, 'ivan')).toMatchObject(kept)
      expect(await update(world, bug.id, { cf_bug: other.id })).toEqual({
        cf_bug: { removed: '', added: String(other.id) },
      })
      expect(await update(world, bug.id, { cf_bug: [''] })).toEqual({
        cf_bug: { removed: String(other.id), added: '' },
      })
    })
  })

  describe('preconditions', () => {
    it('expected_last_change_time and update_token keep an update from overwriting what was not seen', async () => {
      const world = await open()
      const bug = await file(world)
      const [seen, token] = [bug.last_change_time, bug.update_token ?? '']
      world.clock.advance(60)
      await update(world, bug.id, { priority: 'High', expected_last_change_time: seen, update_token: token })
      await expect(update(world, bug.id, { priority: 'Low', expected_last_change_time: seen })).rejects.toMatchObject({
        code: 'conflict',
        data: { field: 'expected_last_change_time', last_change_time: world.clock.now() },
      })
      await expect(update(world, bug.id, { priority: 'Low', update_token: token })).rejects.toMatchObject({
        code: 'conflict',
        data: { field: 'update_token' },
      })
      expect(await show(world, bug.id)).toMatchObject({ priority: 'High' })
    })
  })

  it('takes an expected_last_change_time with a fraction to the millisecond', async () => {
    const world = await open()
    world.clock.advance(0.25)
    const bug = await file(world)
    const off = (ms: number) => new Date(bug.last_change_time.getTime() + ms)
    for (const expected_last_change_time of [off(1), off(-1), off(250)])
      await expect(update(world, bug.id, { priority: 'Low', expected_last_change_time })).rejects.toMatchObject({
        code: 'conflict',
        data: { field: 'expected_last_change_time' },
      })
    await update(world, bug.id, { priority: 'Low', expected_last_change_time: off(0) })
  })

  it('gives another token after each of two changes in the same moment [BUG-G-28]', async () => {
    const world = await open()
    const bug = await file(world)
    const tokens = new Set([bug.update_token])
    for (const priority of ['High', 'Low']) {
      await update(world, bug.id, { priority })
      tokens.add((await show(world, bug.id)).update_token)
    }
    await world.as('alice').comments.create({ id: bug.id, comment: 'Said at once' })
    tokens.add((await show(world, bug.id)).update_token)
    expect(tokens.size).toBe(4)
  })

  describe('preconditions of callers that see whole seconds', () => {
    it('hold for the second in which a bug last changed', async () => {
      const world = await open()
      world.clock.advance(0.5)
      const bug = await file(world)
      const seen = new Date(Math.floor(bug.last_change_time.getTime() / 1000) * 1000)
      await update(world, bug.id, { priority: 'High', expected_last_change_time: seen })
      world.clock.advance(1)
      await update(world, bug.id, { priority: 'Low' })
      await expect(update(world, bug.id, { priority: 'High', expected_last_change_time: seen })).rejects.toMatchObject({
        code: 'conflict',
      })
    })
  })

  describe('side effects', () => {
    it('the visit of those with a role in the bug is recorded, and that of others is removed', async () => {
      const world = await open()
      const bug = await file(world, { cc: [at('carl')] })
      const visitors = () =>
        inStore(world.store, async (tx) => {
          const users = new Map((await tx.select({ from: 'users' })).map((user) => [user.id, user.login]))
          const visits = await tx.select({ from: 'bug_marks' })
          const shown = visits.filter((visit) => visit.last_visit_ts !== null)
          return shown.map((visit) => [users.get(visit.user_id), visit.last_visit_ts])
        })
      const times: Date[] = []
      for (const name of ['alice', 'carl', 'eve']) {
        world.clock.advance(1)
        times.push(world.clock.now())
        await update(world, bug.id, { comment: { body: 'Hello' } }, name)
      }
      expect(await visitors()).toEqual([
        [at('alice'), times[0]],
        [at('carl'), times[1]],
      ])
      world.clock.advance(60)
      await update(world, bug.id, { assigned_to: at('bob'), cc: { remove: [at('carl')] } }, 'bob')
      expect(await visitors()).toEqual([
        [at('alice'), times[0]],
        [at('bob'), world.clock.now()],
      ])
      const taken = world.clock.now()
      world.clock.advance(1)
      await update(world, bug.id, { comment: { body: 'Again' } }, 'alice')
      expect(await visitors()).toEqual([
        [at('alice'), world.clock.now()],
        [at('bob'), taken],
      ])
    })

    it('sets bug_ignored only for the caller', async () => {
      const world = await open()
      const bug = await file(world)
      const muted = { col: 'following', eq: false } as const
      const ignored = () => inStore(world.store, async (tx) => tx.select({ from: 'bug_marks', where: muted }))
      await update(world, bug.id, { bug_ignored: true }, 'eve')
      expect(await update(world, bug.id, { bug_ignored: true }, 'eve')).toEqual({})
      expect(await ignored()).toMatchObject([{ bug_id: bug.id }])
      await update(world, bug.id, { bug_ignored: false }, 'alice')
      expect(await ignored()).toHaveLength(1)
      await update(world, bug.id, { bug_ignored: false }, 'eve')
      expect(await ignored()).toEqual([])
      expect(await show(world, bug.id)).toMatchObject({ last_change_time: bug.last_change_time })
    })

    it('events are fired about what changed, on other bugs too', async () => {
      const world = await open()
      const [a, b] = [await file(world), await file(world)]
      const heard: unknown[] = []
      world.tracker.on('bug.changed', (event) => void heard.push(event))
      await update(world, a.id, { priority: 'High', depends_on: { add: [b.id] } })
      expect(heard).toMatchObject([
        {
          bug_id: a.id,
          changes: [
            { field_name: 'depends_on', removed: '', added: String(b.id) },
            { field_name: 'priority', removed: '---', added: 'High' },
          ],
        },
        { bug_id: b.id, changes: [{ field_name: 'blocks', removed: '', added: String(a.id) }] },
      ])
    })
  })

  it('gives no role to people who could not see the product, with strict_isolation', async () => {
    const world = await open()
    const bug = await file(world, { product: 'Vault', component: 'Safe', version: '1' }, 'ivan')
    const other = await file(world, { cc: [at('eve')] })
    await inStore(world.store, (tx) => setParameter(tx, 'strict_isolation', '1'))
    await expect(update(world, bug.id, { cc: { add: [at('bob')] } }, 'ivan')).rejects.toMatchObject({
      code: 'invalid_user_group',
      number: 504,
      data: { field: 'cc', value: at('bob') },
    })
    const move = { product: 'Vault', component: 'Safe', version: '1' }
    await expect(update(world, other.id, move, 'ivan')).rejects.toMatchObject({ code: 'invalid_user_group' })
    await update(world, other.id, { cc: { add: [at('bob')] } })
  })

  it('refuses a new whiteboard and a new link where the installation does not use them, and clears those there are', async () => {
    const world = await open()
    const link = 'https://bugs.debian.org/1'
    const bug = await file(world, { whiteboard: 'old', see_also: [link] })
    await world.as('admin').parameters.update({ parameters: { usestatuswhiteboard: false, use_see_also: false } })
    const refused = {
      whiteboard: { whiteboard: 'new' },
      'see_also.add': { see_also: { add: ['https://bugs.debian.org/2'] } },
    }
    for (const [field, input] of Object.entries(refused))
      await expect(update(world, bug.id, input)).rejects.toMatchObject({ code: 'param_invalid', data: { field } })
    await expect(file(world, { whiteboard: 'new' })).rejects.toMatchObject({ data: { field: 'whiteboard' } })
    await update(world, bug.id, { whiteboard: '', see_also: { remove: [link] } })
    expect(await show(world, bug.id)).toMatchObject({ whiteboard: '', see_also: [] })
  })
})

onAnyStore('bugs.update of many bugs', (world) => {
  it('is refused where it would change too much in each', async () => {
    const { as } = await world()
    const alice = as('alice')
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const ids: number[] = []
    for (let number = 0; number < 21; number++) ids.push((await alice.bugs.create(bug)).id)
    const urls = Array.from({ length: 1000 }, (_, index) => `https://bugzilla.mozilla.org/show_bug.cgi?id=${index + 1}`)
    const tooMuch = {
      code: 'too_many_changes',
      number: 53,
      data: { field: 'ids', things: 21, each: 1000, limit: 20_000 },
    }
    await expect(alice.bugs.update({ ids, see_also: { add: urls } })).rejects.toMatchObject(tooMuch)
    const body = '\u4e2d'.repeat(65_535)
    const long = { code: 'too_many_changes', data: { field: 'ids', things: 21 } }
    await expect(
      alice.bugs.update({ ids, comment: { body }, see_also: { add: urls.slice(0, 500) } }),
    ).rejects.toMatchObject(long)
    const { bugs } = await alice.bugs.get({ ids })
    expect(bugs.flatMap((changed) => changed.see_also)).toEqual([])
  })
})
