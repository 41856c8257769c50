import { describe, expect, it } from 'vitest'
import { addCustomField, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, minimal, show } from '../../../test/bugs.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { fieldTypes } from '../../setup/standard-fields.js'

function refuse(world: World, input: object, name = 'alice'): Promise<unknown> {
  return world.as(name).bugs.create({ ...minimal, ...input })
}

onAnyStoreConsistently('bugs.create', (open) => {
  it('files a bug with the four things it needs, and defaults for the rest [BUG-C-01] [BUG-C-32]', async () => {
    const world = await open()
    const bug = await file(world)
    expect(bug).toMatchObject({
      ...minimal,
      status: 'CONFIRMED',
      resolution: '',
      is_open: true,
      is_confirmed: true,
      platform: 'All',
      op_sys: 'All',
      priority: '---',
      severity: 'enhancement',
      target_milestone: '---',
      creator: at('alice'),
      alias: [],
      keywords: [],
      groups: [],
      see_also: [],
      depends_on: [],
      blocks: [],
      url: '',
      whiteboard: '',
      deadline: null,
      dupe_of: null,
      estimated_time: 0,
      remaining_time: 0,
      is_cc_accessible: true,
      is_creator_accessible: true,
      creation_time: world.clock.now(),
      last_change_time: world.clock.now(),
    })
  })

  it('keeps every value given [BUG-C-01] [BUG-C-08] [BUG-C-15] [BUG-C-16] [BUG-C-21] [BUG-C-26] [BUG-C-24]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [resolved] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'RESOLVED' } })
      await tx.insert('status_workflow', [
        { from_status_id: 0, to_status_id: resolved?.id ?? 0, require_comment: false },
      ])
      await setParameter(tx, 'maintainer', at('admin'))
    })
    const given = {
      op_sys: 'Linux',
      platform: 'PC',
      priority: 'High',
      severity: 'major',
      assigned_to: at('bob'),
      qa_contact: at('carl'),
      target_milestone: 'M1',
      url: 'https://example.com/blink',
      whiteboard: ' [triage] ',
      is_cc_accessible: false,
      is_creator_accessible: false,
      deadline: '2026-07-01',
      status: 'RESOLVED',
      resolution: 'WONTFIX',
    }
    const bug = await file(world, {
      ...given,
      deadline: '2026-7-1',
      op_sys: 'linux',
      cc: [at('eve'), at('EVE')],
      estimated_time: 3.456,
      keywords: ['regression', 'crash'],
    })
    expect(bug).toMatchObject({
      ...given,
      cc: [at('eve'), at('ivan')],
      keywords: ['crash', 'regression'],
      estimated_time: 3.46,
      remaining_time: 3.46,
      is_open: false,
    })
  })

  it.each([
    ['product', '[BUG-C-02]', 'object_not_specified', 50],
    ['component', '[BUG-C-03]', 'require_component', 105],
    ['summary', '[BUG-C-05]', 'require_summary', 107],
    ['version', '[BUG-C-06]', 'object_not_specified', 50],
  ])('refuses a bug without %s, which has no default %s', async (field, _rule, code, number) => {
    const world = await open()
    for (const value of [undefined, null, '', '  ']) {
      await expect(refuse(world, { [field]: value })).rejects.toMatchObject({
        code,
        number,
        data: { field },
      })
    }
    const { bugs } = await world.as('alice').bugs.search({ product: 'Widgets' })
    expect(bugs).toEqual([])
  })

  it.each([
    ['[BUG-C-04]', { component: 'Main' }, 'object_does_not_exist', 'component'],
    ['[BUG-C-06]', { version: '9' }, 'object_does_not_exist', 'version'],
    ['[BUG-C-27]', { target_milestone: 'M9' }, 'object_does_not_exist', 'target_milestone'],
    ['[BUG-C-30]', { priority: 'Urgent' }, 'object_does_not_exist', 'priority'],
    ['[BUG-C-30]', { severity: 'huge' }, 'object_does_not_exist', 'severity'],
    ['[BUG-C-30]', { platform: 'Toaster' }, 'object_does_not_exist', 'platform'],
    ['[BUG-C-30]', { op_sys: 'CP/M' }, 'object_does_not_exist', 'op_sys'],
    ['[BUG-C-30]', { priority: ' ' }, 'object_not_specified', 'priority'],
    ['[BUG-C-30]', { keywords: ['crash', 'nonsense'] }, 'object_does_not_exist', 'keywords'],
    ['[BUG-C-30]', { assigned_to: 'nobody@example.com' }, 'object_does_not_exist', 'assigned_to'],
    ['[BUG-C-30]', { qa_contact: 'nobody@example.com' }, 'object_does_not_exist', 'qa_contact'],
    ['[BUG-C-30]', { cc: ['nobody@example.com'] }, 'object_does_not_exist', 'cc'],
    ['[BUG-C-30]', { summary: 'x'.repeat(256) }, 'text_too_long', 'summary'],
    ['[BUG-C-30]', { description: 'x'.repeat(65_536) }, 'comment_too_long', 'description'],
    ['[BUG-C-30]', { whiteboard: 'x'.repeat(65_536) }, 'text_too_long', 'whiteboard'],
    ['[BUG-C-30]', { url: 'x'.repeat(65_536) }, 'text_too_long', 'url'],
    ['[BUG-C-30]', { estimated_time: -1 }, 'number_too_small', 'estimated_time'],
    ['[BUG-C-30]', { estimated_time: 100_000 }, 'number_too_large', 'estimated_time'],
    ['[BUG-C-30]', { remaining_time: 'soon' }, 'number_not_numeric', 'remaining_time'],
    ['[BUG-C-30]', { deadline: '2026-02-30' }, 'illegal_date', 'deadline'],
    ['[BUG-C-30]', { is_cc_accessible: 'perhaps' }, 'param_invalid', 'is_cc_accessible'],
    ['[BUG-C-30]', { groups: ['nonsense'] }, 'object_does_not_exist', 'groups'],
    ['[BUG-C-30]', { see_also: ['ftp://example.com/1'] }, 'bug_url_invalid', 'see_also'],
    ['[BUG-C-30]', { see_also: ['99'] }, 'bug_id_does_not_exist', 'see_also'],
    ['[BUG-C-30]', { depends_on: [99] }, 'bug_id_does_not_exist', 'depends_on'],
    ['[BUG-C-30]', { blocks: 'no-such-alias' }, 'improper_bug_id_field_value', 'blocks'],
    ['[BUG-C-30]', { comment_tags: ['triage', 'x'] }, 'comment_tag_too_short', 'comment_tags'],
    ['[BUG-C-30]', { comment_tags: ['what?'] }, 'comment_tag_invalid', 'comment_tags'],
    ['[BUG-C-30]', { comment_tags: ['x'.repeat(25)] }, 'comment_tag_too_long', 'comment_tags'],
    ['[BUG-C-35]', { colour: 'red' }, 'unknown_parameter', 'colour'],
    ['[BUG-C-35]', { work_time: 1 }, 'unknown_parameter', 'work_time'],
    ['[BUG-C-35]', { dupe_of: 1 }, 'unknown_parameter', 'dupe_of'],
    ['[BUG-C-28]', { flags: [{ name: 'review', status: '?' }] }, 'object_does_not_exist', 'flags.0.name'],
    ['[BUG-C-35]', { cc_detail: [{ id: 1 }] }, 'unknown_parameter', 'cc_detail'],
    ['[BUG-C-29]', { cf_unknown: 'x' }, 'unknown_parameter', 'cf_unknown'],
  ])('with a wrong %s (%j) fails with %s about %s, and makes no bug', async (_rule, input, code, field) => {
    const world = await open()
    await expect(refuse(world, input)).rejects.toMatchObject({ code, data: { field } })
    const { bugs } = await world.as('alice').bugs.search({ product: 'Widgets' })
    expect(bugs).toEqual([])
  })

  it('lists what is accepted instead of an unknown key [BUG-C-35]', async () => {
    const world = await open()
    await expect(refuse(world, { sumary: 'x' })).rejects.toMatchObject({
      number: 53,
      message: expect.stringContaining('summary') as string,
    })
  })

  it('tolerates what clients send empty or carry along [BUG-C-34]', async () => {
    const world = await open()
    const bug = await file(world, {
      cc_detail: [],
      flags: [],
      blocks: [],
      depends_on: '',
      keywords: '',
      groups: null,
      comment_tags: [],
      assigned_to: '',
      qa_contact: null,
      see_also: [],
      id: 7,
      creator: 'me',
      is_confirmed: false,
      classification: 'x',
    })
    expect(bug).toMatchObject({ id: 1, creator: at('alice'), is_confirmed: true, assigned_to: at('alice') })
  })

  it('takes the internal names of fields [BUG-C-11]', async () => {
    const world = await open()
    const { summary: _left, ...rest } = minimal
    const input = {
      ...rest,
      short_desc: 'By its old name',
      rep_platform: 'PC',
      bug_severity: 'minor',
      bug_file_loc: 'http://example.com/',
      status_whiteboard: 'here',
      bug_status: 'IN_PROGRESS',
      comment: 'Described',
      dependson: [],
    }
    // @ts-expect-error: programs that are compiled call the summary by its name
    const { id } = await world.as('alice').bugs.create(input)
    expect(await show(world, id)).toMatchObject({
      summary: 'By its old name',
      platform: 'PC',
      severity: 'minor',
      url: 'http://example.com/',
      whiteboard: 'here',
      status: 'IN_PROGRESS',
    })
    const { bugs } = await world.as('alice').comments.get({ ids: [id] })
    expect(bugs[id]?.comments).toMatchObject([{ text: 'Described', count: 0 }])
  })

  it('makes one line of the summary, and an empty URL of one that is only a scheme', async () => {
    const world = await open()
    const bug = await file(world, { summary: '  It\r\n\tblinks  twice\0 ', url: ' http:// ' })
    expect(bug).toMatchObject({ summary: 'It blinks  twice', url: '' })
  })

  describe('description', () => {
    it('becomes comment 0, empty when it is left out [BUG-C-07]', async () => {
      const world = await open()
      const [plain, described] = [await file(world), await file(world, { description: 'Line 1\r\nLine 2  \n ' })]
      const { bugs } = await world.as('alice').comments.get({ ids: [plain.id, described.id] })
      expect(bugs[plain.id]?.comments).toMatchObject([{ count: 0, text: '', creator: at('alice'), is_private: false }])
      expect(bugs[described.id]?.comments).toMatchObject([{ count: 0, text: 'Line 1\nLine 2' }])
    })

    it('is private when asked for by an insider, and an error for others [BUG-C-17]', async () => {
      const world = await open()
      const bug = await file(world, { description: 'Secret', comment_is_private: true }, 'ivan')
      const { bugs } = await world.as('alice').comments.get({ ids: [bug.id] })
      expect(bugs[bug.id]?.comments).toEqual([])
      const { bugs: seen } = await world.as('ivan').comments.get({ ids: [bug.id] })
      expect(seen[bug.id]?.comments).toMatchObject([{ text: 'Secret', is_private: true }])
      for (const field of ['comment_is_private', 'commentprivacy'])
        await expect(refuse(world, { [field]: true })).rejects.toMatchObject({ code: 'user_not_insider', number: 113 })
    })

    it('is tagged with comment_tags, by those who may tag [BUG-C-33]', async () => {
      const world = await open()
      const mine = await file(world, { comment_tags: ['triage', 'Triage', 'needs-info'] })
      const other = await file(world, { comment_tags: ['triage'] }, 'eve')
      const { bugs } = await world.as('alice').comments.get({ ids: [mine.id, other.id] })
      expect(bugs[mine.id]?.comments[0]?.tags).toEqual(['needs-info', 'triage'])
      expect(bugs[other.id]?.comments[0]?.tags).toEqual([])
    })
  })

  describe('defaults', () => {
    it('come from the parameters, and where one has none the field must be given [BUG-C-09] [BUG-C-10]', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await setParameter(tx, 'defaultopsys', 'Linux')
        await setParameter(tx, 'defaultplatform', 'PC')
        await setParameter(tx, 'defaultpriority', 'High')
        await setParameter(tx, 'defaultseverity', 'major')
      })
      const expected = { op_sys: 'Linux', platform: 'PC', priority: 'High', severity: 'major' }
      expect(await file(world)).toMatchObject(expected)
      for (const [field, parameter] of [
        ['op_sys', 'defaultopsys'],
        ['platform', 'defaultplatform'],
      ] as const) {
        await inStore(world.store, (tx) => setParameter(tx, parameter, ''))
        await expect(refuse(world, {})).rejects.toMatchObject({ code: 'object_not_specified', data: { field } })
        expect(await file(world, { [field]: 'Other' })).toMatchObject({ [field]: 'Other' })
        await inStore(world.store, (tx) => setParameter(tx, parameter, 'All'))
      }
    })

    it('come from the component: assignee, QA contact and CC list [COMP-02] [COMP-03]', async () => {
      const world = await open()
      expect(await file(world)).toMatchObject({
        assigned_to: at('alice'),
        qa_contact: at('bob'),
        cc: [at('ivan')],
      })
      expect(await file(world, { component: 'Core' })).toMatchObject({ assigned_to: at('bob'), qa_contact: '', cc: [] })
      await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
      expect(await file(world, { qa_contact: at('carl') })).toMatchObject({ qa_contact: '' })
    })

    it('a component or version that is not in use cannot be chosen [COMP-06]', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await tx.update('components', { col: 'name', eq: 'Core' }, { is_active: false })
        await tx.update('versions', { col: 'name', eq: '2.0' }, { is_active: false })
        await tx.update('milestones', { col: 'name', eq: 'M1' }, { is_active: false })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      for (const [field, value] of [
        ['component', 'Core'],
        ['version', '2.0'],
        ['target_milestone', 'M1'],
      ] as const) {
        const data = { field, value }
        await expect(refuse(world, { [field]: value })).rejects.toMatchObject({ code: 'value_inactive', data })
      }
    })
  })

  describe('products', () => {
    it('that the caller has no access to do not exist; those that are closed take no bugs [PROD-19]', async () => {
      const world = await open()
      const safe = { product: 'Vault', component: 'Safe', version: '1' }
      for (const input of [safe, { product: 'Nonsense' }]) {
        await expect(refuse(world, input)).rejects.toMatchObject({
          code: 'object_does_not_exist',
          number: 51,
          data: { field: 'product', value: input.product },
        })
      }
      expect(await file(world, safe, 'ivan')).toMatchObject({ product: 'Vault', groups: ['secret'] })
      const closed = { product: 'Closed', component: 'Old', version: '1' }
      await expect(refuse(world, closed)).rejects.toMatchObject({
        code: 'product_disabled',
        number: 32000,
        data: { field: 'product' },
      })
    })

    it('can be seen without being open to the caller', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await tx.update('group_controls', { col: 'entry', eq: false }, { entry: true })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      await expect(refuse(world, {})).rejects.toMatchObject({ code: 'entry_access_denied', number: 106 })
    })
  })

  describe('aliases', () => {
    it('are a list, or one text [BUG-C-12] [BUG-C-13]', async () => {
      const world = await open()
      expect(await file(world, { alias: ['one', 'two', 'ONE'] })).toMatchObject({ alias: ['one', 'two'] })
      expect(await file(world, { alias: 'three' })).toMatchObject({ alias: ['three'] })
      await expect(refuse(world, { alias: 'Count' })).rejects.toMatchObject({ code: 'alias_reserved', number: 1446 })
    })

    it('belong to one bug [BUG-C-14]', async () => {
      const world = await open()
      await file(world, { alias: ['blinker'] })
      await expect(refuse(world, { alias: ['other', 'Blinker'] })).rejects.toMatchObject({
        code: 'alias_in_use',
        number: 103,
        data: { field: 'alias', value: 'Blinker' },
      })
    })
  })

  describe('groups', () => {
    const control = { member_control: 'default', other_control: 'na' }

    it('are those given, without any the default ones, and none with [] [BUG-C-18] [BUG-C-19] [BUG-C-20]', async () => {
      const world = await open()
      expect(await file(world, { groups: ['secret'] }, 'ivan')).toMatchObject({ groups: ['secret'] })
      expect(await file(world, {}, 'ivan')).toMatchObject({ groups: [] })
      await inStore(world.store, async (tx) => {
        await tx.update('group_controls', { col: 'member_control', eq: 'shown' }, control)
        await setParameter(tx, 'maintainer', at('admin'))
      })
      expect(await file(world, {}, 'ivan')).toMatchObject({ groups: ['secret'] })
      expect(await file(world, { groups: [] }, 'ivan')).toMatchObject({ groups: [] })
      expect(await file(world, {}, 'alice')).toMatchObject({ groups: [] })
    })

    it('are refused to those who are not in them, and hide the bug from others', async () => {
      const world = await open()
      const hidden = await file(world, { groups: ['secret'] }, 'ivan')
      await expect(world.as('eve').bugs.get({ ids: [hidden.id] })).rejects.toMatchObject({
        code: 'bug_id_does_not_exist',
      })
      for (const group of ['secret', 'admin', 'nonsense'])
        await expect(refuse(world, { groups: [group] }, 'bob')).rejects.toMatchObject({
          code: 'object_does_not_exist',
          number: 51,
          message: `groups: Group '${group}' does not exist.`,
          data: { field: 'groups', value: group },
        })
      await expect(refuse(world, { groups: ['editbugs'] }, 'alice')).rejects.toMatchObject({
        code: 'group_restriction_not_allowed',
        number: 120,
      })
    })
  })

  describe('status', () => {
    it('is one that bugs may start with [BUG-C-22]', async () => {
      const world = await open()
      for (const status of ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'])
        expect(await file(world, { status })).toMatchObject({ status, is_confirmed: status !== 'UNCONFIRMED' })
      await expect(refuse(world, { status: 'VERIFIED' })).rejects.toMatchObject({
        code: 'illegal_bug_status_transition',
        number: 123,
        data: { field: 'status', accepted: ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'] },
      })
      await expect(refuse(world, { status: 'LOST' })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    })

    it('is not UNCONFIRMED where the product does not allow it [STATE-10]', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await tx.update('products', { col: 'name', eq: 'Widgets' }, { has_unconfirmed: false })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      await expect(refuse(world, { status: 'UNCONFIRMED' })).rejects.toMatchObject({ number: 123 })
      expect(await file(world, {}, 'eve')).toMatchObject({ status: 'CONFIRMED' })
    })

    it('cannot be chosen by reporters: their bugs wait to be confirmed [BUG-C-31]', async () => {
      const world = await open()
      expect(await file(world, { status: 'IN_PROGRESS' }, 'eve')).toMatchObject({
        status: 'UNCONFIRMED',
        is_confirmed: false,
      })
      expect(await file(world, {}, 'carl')).toMatchObject({ status: 'CONFIRMED' })
    })

    it('when closed needs a resolution that is not DUPLICATE [BUG-C-23] [BUG-C-24] [BUG-C-25]', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        const [closed] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'RESOLVED' } })
        await tx.insert('status_workflow', [
          { from_status_id: 0, to_status_id: closed?.id ?? 0, require_comment: false },
        ])
        await setParameter(tx, 'maintainer', at('admin'))
      })
      const status = 'RESOLVED'
      await expect(refuse(world, { status })).rejects.toMatchObject({ code: 'missing_resolution', number: 121 })
      await expect(refuse(world, { status, resolution: 'DUPLICATE' })).rejects.toMatchObject({
        code: 'dupe_not_at_creation',
        number: 119,
        message: expect.not.stringContaining('dupe_of') as string,
      })
      await expect(refuse(world, { status, resolution: 'GONE' })).rejects.toMatchObject({ number: 51 })
      expect(await file(world, { status, resolution: 'FIXED' })).toMatchObject({
        status,
        resolution: 'FIXED',
        is_open: false,
      })
    })

    it('an open bug takes no resolution [BUG-C-25] [STATE-04]', async () => {
      const world = await open()
      await expect(refuse(world, { resolution: 'FIXED' })).rejects.toMatchObject({
        code: 'resolution_not_allowed',
        number: 122,
      })
      await expect(refuse(world, { resolution: 'DUPLICATE' })).rejects.toMatchObject({ number: 119 })
      expect(await file(world, { resolution: '' })).toMatchObject({ resolution: '' })
    })
  })

  it('ignores what a caller without editbugs may not set [BUG-C-31]', async () => {
    const world = await open()
    const other = await file(world)
    const bug = await file(
      world,
      {
        assigned_to: at('eve'),
        qa_contact: 'nobody@example.com',
        keywords: ['crash'],
        depends_on: [other.id],
        blocks: [999],
        estimated_time: 5,
        deadline: '2026-07-01',
        priority: 'High',
        target_milestone: 'M1',
        alias: 'mine',
        cc: at('bob'),
      },
      'eve',
    )
    expect(bug).toMatchObject({
      assigned_to: at('alice'),
      qa_contact: at('bob'),
      keywords: [],
      depends_on: [],
      deadline: null,
      priority: 'High',
      target_milestone: 'M1',
      alias: ['mine'],
      cc: [at('bob'), at('ivan')],
    })
    expect(await show(world, bug.id)).toMatchObject({ estimated_time: 0 })
  })

  it('lets parameters keep priority and milestone from submitters', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'letsubmitterchoosepriority', '0')
      await setParameter(tx, 'letsubmitterchoosemilestone', '0')
    })
    const chosen = { priority: 'High', target_milestone: 'M1' }
    expect(await file(world, chosen, 'eve')).toMatchObject({ priority: '---', target_milestone: '---' })
    expect(await file(world, chosen, 'alice')).toMatchObject({ priority: '---', target_milestone: 'M1' })
  })

  describe('links', () => {
    it('show on both bugs, and in the history of the other', async () => {
      const world = await open()
      const [a, b] = [await file(world, { alias: 'first' }), await file(world)]
      world.clock.advance(60)
      const bug = await file(world, { depends_on: ['first'], blocks: b.id, see_also: String(a.id) })
      expect(bug).toMatchObject({
        depends_on: [a.id],
        blocks: [b.id],
        see_also: [`show_bug.cgi?id=${a.id}`],
      })
      expect(await show(world, a.id)).toMatchObject({
        blocks: [bug.id],
        see_also: [`show_bug.cgi?id=${bug.id}`],
        last_change_time: world.clock.now(),
      })
      const { bugs } = await world.as('alice').bugs.history({ ids: [a.id, b.id, bug.id] })
      expect(bugs.map(({ history }) => history.flatMap((entry) => entry.changes))).toEqual([
        [
          { field_name: 'blocks', removed: '', added: String(bug.id) },
          { field_name: 'see_also', removed: '', added: `show_bug.cgi?id=${bug.id}` },
        ],
        [{ field_name: 'depends_on', removed: '', added: String(bug.id) }],
        [],
      ])
    })

    it('make no circle', async () => {
      const world = await open()
      const a = await file(world)
      const b = await file(world, { depends_on: [a.id] })
      await expect(refuse(world, { depends_on: [b.id], blocks: [a.id] })).rejects.toMatchObject({
        code: 'dependency_loop_multi',
        number: 116,
      })
      expect(await show(world, a.id)).toMatchObject({ depends_on: [], blocks: [b.id] })
    })

    it('to a bug that the caller cannot see do not exist', async () => {
      const world = await open()
      const hidden = await file(world, { component: 'Core', groups: ['secret'] }, 'ivan')
      for (const input of [{ depends_on: [hidden.id] }, { blocks: [hidden.id] }, { see_also: [String(hidden.id)] }])
        await expect(refuse(world, input)).rejects.toMatchObject({ code: 'bug_id_does_not_exist', number: 101 })
    })
  })

  describe('custom fields', () => {
    async function withFields(): Promise<World> {
      const world = await open()
      await inStore(world.store, async (tx) => {
        await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
        await addCustomField(tx, { name: 'cf_notes', type: fieldTypes.largeText })
        await addCustomField(tx, { name: 'cf_one', type: fieldTypes.singleSelect }, ['---', 'a', 'b, c'])
        await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y', 'z'])
        await addCustomField(tx, { name: 'cf_when', type: fieldTypes.dateTime })
        await addCustomField(tx, { name: 'cf_day', type: fieldTypes.date })
        await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
        await addCustomField(tx, { name: 'cf_count', type: fieldTypes.integer })
        await addCustomField(tx, { name: 'cf_gone', type: fieldTypes.freeText, is_obsolete: true })
      })
      return world
    }

    it('take a value of their type by their name [BUG-C-29]', async () => {
      const world = await withFields()
      const other = await file(world, { alias: 'other' })
      const bug = await file(world, {
        cf_text: ' some text ',
        cf_notes: 'Line 1\r\nLine 2\n',
        cf_one: 'B, C',
        cf_many: 'z, x, z',
        cf_when: '2026-05-01 10:30',
        cf_day: '2026-5-1',
        cf_bug: 'other',
        cf_count: '-12',
      })
      expect(bug).toMatchObject({
        cf_text: 'some text',
        cf_notes: 'Line 1\nLine 2',
        cf_one: 'b, c',
        cf_many: ['x', 'z'],
        cf_when: new Date('2026-05-01T10:30:00Z'),
        cf_day: '2026-05-01',
        cf_bug: other.id,
        cf_count: '-12',
      })
    })

    it('start with the value of their type', async () => {
      const world = await withFields()
      expect(await file(world, { cf_when: '0000-00-00', cf_one: '---', cf_count: 0, cf_text: '' })).toMatchObject({
        cf_text: '',
        cf_notes: '',
        cf_one: '---',
        cf_many: [],
        cf_when: null,
        cf_day: null,
        cf_bug: null,
        cf_count: '0',
      })
    })

    it.each([
      [{ cf_text: 'x'.repeat(256) }, 'text_too_long'],
      [{ cf_one: 'd' }, 'object_does_not_exist'],
      [{ cf_many: ['x', 'w'] }, 'object_does_not_exist'],
      [{ cf_when: 'tomorrow' }, 'illegal_date'],
      [{ cf_when: '2026-05-01 25:00' }, 'illegal_time'],
      [{ cf_day: '2026-13-01' }, 'illegal_date'],
      [{ cf_bug: 99 }, 'bug_id_does_not_exist'],
      [{ cf_count: '1.5' }, 'number_not_integer'],
      [{ cf_count: 2_147_483_648 }, 'number_too_large'],
      [{ cf_gone: 'x' }, 'unknown_parameter'],
      [{ cf_text: { nested: true } }, 'param_invalid'],
    ])('refuse %j: %s [BUG-C-29]', async (input, code) => {
      const world = await withFields()
      await expect(refuse(world, input)).rejects.toMatchObject({ code, data: { field: Object.keys(input)[0] } })
    })

    it('have at most 255 characters in one line and 65,535 in many [BUG-C-29]', async () => {
      const world = await withFields()
      const whole = { cf_text: '😀'.repeat(255), cf_notes: 'x'.repeat(65_535) }
      expect(await file(world, whole)).toMatchObject(whole)
      await expect(refuse(world, { cf_notes: 'x'.repeat(65_536) })).rejects.toMatchObject({
        code: 'text_too_long',
        number: 104,
        data: { field: 'cf_notes', limit: 65_535 },
      })
    })

    it('that are mandatory must be filled in where the entry form shows them', async () => {
      const world = await open()
      await inStore(world.store, async (tx) => {
        const [priority] = await tx.select({ from: 'fields', where: { col: 'name', eq: 'priority' } })
        const [high] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'High' } })
        const plan = { type: fieldTypes.freeText, is_mandatory: true }
        await addCustomField(tx, { ...plan, name: 'cf_needed' })
        await addCustomField(tx, { ...plan, name: 'cf_later', is_on_bug_entry: false })
        const id = await addCustomField(tx, { ...plan, name: 'cf_why', visibility_field_id: priority?.id ?? 0 })
        await tx.insert('field_visibility_values', [{ field_id: id, value_id: high?.id ?? 0 }])
      })
      const needed = { cf_needed: 'yes' }
      await expect(refuse(world, {})).rejects.toMatchObject({ code: 'required_field', data: { field: 'cf_needed' } })
      await expect(refuse(world, { ...needed, priority: 'High' })).rejects.toMatchObject({
        code: 'required_field',
        data: { field: 'cf_why' },
      })
      expect(await file(world, needed)).toMatchObject(needed)
    })
  })

  it('gives no role to people who could not see the product, with strict_isolation', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'strict_isolation', '1'))
    const safe = { product: 'Vault', component: 'Safe', version: '1' }
    await expect(refuse(world, { ...safe, cc: [at('bob')] }, 'ivan')).rejects.toMatchObject({
      code: 'invalid_user_group',
      number: 504,
      data: { field: 'cc', value: at('bob') },
    })
    await expect(refuse(world, { ...safe, assigned_to: at('bob') }, 'ivan')).rejects.toMatchObject({
      data: { field: 'assigned_to' },
    })
    await file(world, { ...safe, cc: [at('ivan')] }, 'ivan')
  })

  it('needs a caller who is logged in', async () => {
    const world = await open()
    await expect(world.as(null).bugs.create(minimal)).rejects.toMatchObject({ code: 'login_required', number: 410 })
  })

  it('fires an event once the bug is stored', async () => {
    const world = await open()
    const heard: unknown[] = []
    world.tracker.on('bug.created', (event) => void heard.push(event))
    const bug = await file(world)
    expect(heard).toMatchObject([{ bug_id: bug.id, at: world.clock.now() }])
  })
})
