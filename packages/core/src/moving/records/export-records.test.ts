import { expect, it } from 'vitest'
import type { Operations } from '@trackerkit/types'
import { inStore } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import type { NewRow, Row } from '../../schema/index.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { exportRecords } from './export-records.js'
import { openImporter } from './importer.js'
import { trackerRecord, type TrackerRecord } from './record.js'

async function recordsOf(operations: Operations): Promise<TrackerRecord[]> {
  const records: TrackerRecord[] = []
  for await (const record of exportRecords(operations)) records.push(record)
  return records
}

function rowsFrom(first: number, many: number, row: NewRow<'comments'>): NewRow<'comments'>[] {
  return Array.from({ length: many }, (_, index) => ({ ...row, count: first + index }))
}

onAnyStore('exportRecords', (openWorld) => {
  it('exports all of a bug, in the format of an import', async () => {
    const world = await openWorld()
    const ivan = world.as('ivan')
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await ivan.bugs.create({
      ...place,
      summary: 'Blinks',
      groups: ['secret'],
      keywords: ['crash'],
      cc: ['bob@example.com'],
    })
    await ivan.comments.create({ id, comment: 'Between us', is_private: true })
    const [description] = (await ivan.bugs.view({ id })).comments
    for (const caller of [world.tracker.asSystem('admin@example.com'), ivan])
      await caller.comments.updateReactions({ id: description?.id ?? 0, add: ['+1'] })
    const data = new Uint8Array([1, 2, 3])
    const { ids } = await ivan.attachments.create({
      ids: [id],
      data,
      file_name: 'a.bin',
      summary: 'Raw',
      content_type: 'image/png',
    })
    await world.tracker
      .asSystem('admin@example.com')
      .bugs.update({ ids: [id], work_time: 1.5, comment: { body: 'Worked' } })
    await world.tracker
      .asSystem('admin@example.com')
      .bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
    const records = await recordsOf(world.tracker.asSystem())
    expect(records.filter(({ kind }) => kind === 'bug')).toMatchObject([
      {
        ...{
          id,
          summary: 'Blinks',
          groups: ['secret'],
          keywords: ['crash'],
          cc: ['bob@example.com', 'ivan@example.com'],
        },
        comments: [
          {
            ...{ text: '', creator: 'ivan@example.com', work_time: 0 },
            reactions: ['admin', 'ivan'].map((name) => ({ user: `${name}@example.com`, reaction: '+1' })),
          },
          { text: 'Between us', is_private: true },
          { attachment_id: ids[0] },
          { text: 'Worked', work_time: 1.5 },
        ],
        attachments: [{ id: ids[0], file_name: 'a.bin' }],
        status: 'RESOLVED',
      },
    ])
    expect(records.at(-1)).toEqual({ kind: 'attachment_content', id: ids[0], data: 'AQID' })
    expect(records.filter(({ kind }) => kind === 'user')).toContainEqual(
      expect.objectContaining({ name: 'dora@example.com', login_denied_text: 'Left the company' }),
    )
    // Here they are already, under the numbers of a tracker that is another one.
    const importer = await openImporter(world.store, { source: 'elsewhere' })
    const put = await importer.put(records.filter(({ kind }) => kind !== 'bug' && kind !== 'attachment_content'))
    expect(put.filter(({ problems }) => problems.length > 0)).toEqual([])
    await importer.close()
  })

  it('writes every kind of record that there is, with what controls fields, and all of them are as they are here', async () => {
    const world = await openWorld()
    const system = world.tracker.asSystem('admin@example.com')
    const shown = { visibility_field: 'product', visibility_values: ['Widgets'] }
    // By number the field that is controlled is before the one that controls it.
    await system.fields.create({ name: 'cf_model', display_name: 'Model', type: 2 })
    await system.fields.create({ name: 'cf_make', display_name: 'Make', type: 2, ...shown })
    await system.fieldValues.create({ field: 'cf_make', name: 'Acme' })
    await system.fields.update({ names: ['cf_model'], value_field: 'cf_make' })
    await system.fieldValues.create({ field: 'cf_model', name: 'A1', visibility_values: ['Acme'] })
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    await system.flagTypes.create({ target_type: 'bug', name: 'review', description: 'x', inclusions: ['Widgets'] })
    const { id } = await world.as('ivan').bugs.create({ ...place, summary: 'Blinks' })
    const file = { file_name: 'a.bin', summary: 'Raw', content_type: 'image/png' }
    await world.as('ivan').attachments.create({ ids: [id], data: new Uint8Array([1]), ...file })
    const records = await recordsOf(world.tracker.asSystem())
    const kinds = trackerRecord.options.map(({ shape }) => shape.kind.value)
    // Exports hold nothing personal.
    expect(kinds.filter((kind) => records.every((record) => record.kind !== kind))).toEqual(['personal'])
    const isOfFields = (one: TrackerRecord) =>
      one.kind === 'field' || (one.kind === 'value' && /^cf_m/.test(one.field) && one.name !== '---')
    const ofFields = records.filter(isOfFields)
    expect(ofFields.slice(-4)).toMatchObject([
      { kind: 'field', name: 'cf_make', ...shown },
      { kind: 'value', name: 'Acme' },
      { kind: 'field', name: 'cf_model', value_field: 'cf_make' },
      { kind: 'value', name: 'A1', visibility_value: 'Acme' },
    ])
    const controls = records.filter(({ kind }) => kind === 'group_control')
    expect(controls).toContainEqual(expect.objectContaining({ product: 'Widgets', group: 'secret' }))
    const importer = await openImporter(world.store, { source: 'elsewhere' })
    const put = await importer.put([...controls, ...ofFields.slice(-4)])
    expect(put.filter(({ problems }) => problems.length > 0)).toEqual([])
    await importer.close()
    const again = await recordsOf(world.tracker.asSystem())
    expect(again.filter(({ kind }) => kind === 'field' || kind === 'group_control')).toEqual(
      records.filter(({ kind }) => kind === 'field' || kind === 'group_control'),
    )
  })

  it('writes what groups inherit, who may set flags and where, and which field controls another', async () => {
    const [world, other] = [await openWorld(), await openWorld()]
    const { fields, fieldValues, flagTypes, groups } = world.as('admin')
    await groups.create({ name: 'zeta', description: 'Last', icon_url: '/z.png' })
    const more = { membership: { add: ['zeta'] }, bless: { add: ['insiders'] } }
    await groups.inherit({ names: ['secret'], ...more })
    const everywhere = { description: 'x', grant_group: 'secret', request_group: 'editbugs' }
    await flagTypes.create({ name: 'ok', ...everywhere, exclusions: ['Gadgets', { Widgets: ['Core'] }] })
    await fields.create({ name: 'cf_one', display_name: 'One', type: 2 })
    const shown = { visibility_field: 'cf_one', visibility_values: ['---'] }
    await fields.create({ name: 'cf_two', display_name: 'Two', type: 2, ...shown })
    await fieldValues.create({ field: 'cf_two', name: 'A' })
    const importer = await openImporter(other.store, { source: 'elsewhere' })
    const records = await recordsOf(world.tracker.asSystem())
    const put = await importer.put(records.filter(({ kind }) => kind !== 'bug' && kind !== 'user'))
    expect(put.filter(({ problems }) => problems.length > 0)).toEqual([])
    await importer.close()
    const setUpOf = async ({ tracker }: typeof world) => {
      const system = tracker.asSystem('admin@example.com')
      const relations = (await system.groups.inheritance({ names: ['secret'] })).groups
      const icons = (await system.groups.get({ names: ['zeta'], include_fields: ['name', 'icon_url'] })).groups
      const types = (await system.flagTypes.get()).bug.map(({ id: _id, ...type }) => type)
      const controls = (await system.fields.get({ names: ['cf_one', 'cf_two'] })).fields
      return {
        relations: relations.map(({ membership, bless }) =>
          [membership, bless].map((all) => all.map(({ name }) => name)),
        ),
        icons,
        types,
        controls: controls.map((field) => [field.name, field.visibility_field, field.visibility_values]),
      }
    }
    const { relations, icons, types, controls } = await setUpOf(world)
    expect(await setUpOf(other)).toEqual({ relations, icons, types, controls })
    expect(relations.flat(2)).toEqual(expect.arrayContaining(['zeta', 'insiders']))
    expect(controls).toContainEqual(['cf_two', 'cf_one', ['---']])
  })

  it('writes fields that control each other in a circle, which earlier versions accepted, with one of them free', async () => {
    const [world, other] = [await openWorld(), await openWorld()]
    const { fields } = world.as('admin')
    const shown = (name: string) => ({ visibility_field: name, visibility_values: ['---'] })
    await fields.create({ name: 'cf_one', display_name: 'One', type: 2 })
    await fields.create({ name: 'cf_two', display_name: 'Two', type: 2, ...shown('cf_one') })
    await fields.create({ name: 'cf_above', display_name: 'Above', type: 2, sort_key: 1, ...shown('cf_two') })
    await inStore(world.store, async (tx) => {
      const rows = await tx.select({ from: 'fields' })
      const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0
      const [one, two] = [idOf('cf_one'), idOf('cf_two')]
      const values = await tx.select({ from: 'legal_values', where: { col: 'field_id', eq: two } })
      await tx.update('fields', { col: 'id', eq: one }, { visibility_field_id: two })
      await tx.insert('field_visibility_values', [{ field_id: one, value_id: values[0]?.id ?? 0 }])
      await bumpCatalogueVersion(tx)
    })
    const records = (await recordsOf(world.tracker.asSystem())).filter(
      (one) => one.kind === 'field' || (one.kind === 'value' && one.field.startsWith('cf_')),
    )
    const importer = await openImporter(other.store, { source: 'elsewhere' })
    expect((await importer.put(records)).flatMap(({ problems }) => problems)).toEqual([])
    const logged = await rowsOf(other, 'audit_log')
    expect((await importer.put(records)).filter(({ outcome }) => outcome !== 'same')).toEqual([])
    expect(await rowsOf(other, 'audit_log')).toEqual(logged)
    await importer.close()
    const { fields: after } = await other.as('admin').fields.get({ names: ['cf_one', 'cf_two', 'cf_above'] })
    expect(after.map((one) => [one.name, one.visibility_field])).toEqual([
      ['cf_one', 'cf_two'],
      ['cf_two', null],
      ['cf_above', 'cf_two'],
    ])
  })

  it('writes where fields are listed, those that are out of use, and the rights of groups in products', async () => {
    const world = await openWorld()
    const admin = world.as('admin')
    await admin.fields.create({ name: 'cf_old', display_name: 'Old', type: 2, sort_key: 77 })
    await admin.fieldValues.create({ field: 'cf_old', name: 'Kept' })
    await admin.fields.update({ names: ['cf_old'], is_obsolete: true })
    const control = { product: 'Widgets', group: 'secret' }
    const rights = { editcomponents: true, editbugs: true, canconfirm: true }
    await admin.groupControls.update({ names: [control.product], group: control.group, ...rights })
    const written = (await recordsOf(world.tracker.asSystem())).filter(
      (one) =>
        (one.kind === 'field' && one.name === 'cf_old') ||
        (one.kind === 'value' && one.field === 'cf_old') ||
        (one.kind === 'group_control' && one.group === control.group && one.product === control.product),
    )
    expect(written).toMatchObject([
      { kind: 'field', name: 'cf_old', sort_key: 77, is_obsolete: true },
      { kind: 'value', name: '---' },
      { kind: 'value', name: 'Kept' },
      { kind: 'group_control', ...control, ...rights },
    ])
    const other = await openWorld()
    for (const isTrusted of [false, true]) {
      const importer = await openImporter(other.store, { source: 'elsewhere', rights: isTrusted })
      const put = await importer.put(written)
      expect(put.at(-1)?.problems).toEqual(
        isTrusted ? [] : ['its rights (editcomponents, editbugs, canconfirm) are left out'],
      )
      await importer.close()
      const { group_controls } = await other.as('admin').groupControls.get({ names: [control.product] })
      expect(group_controls.find(({ group }) => group === control.group)).toMatchObject({
        editcomponents: isTrusted,
        editbugs: isTrusted,
        canconfirm: isTrusted,
      })
    }
    const { fields } = await other.as('alice').fields.get({ names: ['cf_old'], include_fields: ['_all'] })
    expect(fields).toMatchObject([{ sort_key: 77, is_obsolete: true, values: [{ name: '---' }, { name: 'Kept' }] }])
  })

  it('exports to a user only what that user can see', async () => {
    const world = await openWorld()
    const [ivan, bob] = [world.as('ivan'), world.as('bob')]
    const place = { product: 'Widgets', component: 'Core', version: '1.0' }
    const { id: hidden } = await ivan.bugs.create({ ...place, summary: 'Needle', groups: ['secret'] })
    const { id } = await bob.bugs.create({ ...place, summary: 'Open', depends_on: [] })
    await ivan.bugs.update({ ids: [id], dupe_of: hidden, comment: { body: 'Needle', is_private: true } })
    for (const operations of [world.as('eve'), world.as(null)]) {
      const records = await recordsOf(operations)
      expect(records.filter(({ kind }) => kind === 'bug')).toMatchObject([
        { id, resolution: 'DUPLICATE', dupe_of: null, comments: [{}], depends_on: [] },
      ])
      const told = JSON.stringify(records)
      for (const word of ['Needle', 'Vault', 'secret', 'Left the company'])
        expect([word, told.includes(word)]).toEqual([word, false])
    }
  })

  it('exports bugs whole that are too large for one response', async () => {
    const world = await openWorld()
    const { bugs, comments } = world.as('ivan')
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const ids: number[] = []
    for (const summary of ['Much said', 'Little said', 'Nothing said'])
      ids.push((await bugs.create({ ...place, summary })).id)
    const [much = 0] = ids
    const { id } = await comments.create({ id: much, comment: 'Last' })
    const count = 520
    await inStore(world.store, async (tx) => {
      const [comment] = await tx.select({ from: 'comments', where: { col: 'id', eq: id } })
      const { id: _id, ...like } = comment as Row<'comments'>
      const text = 'x'.repeat(65_535)
      for (let from = 2; from < count; from += 37)
        await tx.insert('comments', rowsFrom(from, Math.min(37, count - from), { ...like, text, text_folded: '' }))
    })
    const found = (await recordsOf(world.tracker.asSystem())).flatMap((one) => (one.kind === 'bug' ? [one] : []))
    expect(found.map((bug) => bug.comments?.length)).toEqual([count, 1, 1])
    expect(found[0]?.comments?.slice(0, 3).map(({ text }) => text?.slice(0, 4))).toEqual(['', 'Last', 'xxxx'])
  })

  it('exports a duplicate whose other bug was deleted as one that can be imported', async () => {
    const world = await openWorld()
    const importer = await openImporter(world.store, { source: 'elsewhere' })
    const about = {
      id: 9001,
      summary: 'Twice',
      product: 'Gadgets',
      component: 'Main',
      version: 'unspecified',
      target_milestone: '---',
    }
    const values = {
      status: 'RESOLVED',
      priority: '---',
      severity: 'normal',
      platform: 'All',
      op_sys: 'All',
      is_confirmed: true,
    }
    const people = { creator: 'bob@example.com', assigned_to: 'bob@example.com' }
    const times = { creation_time: '2020-01-01T00:00:00Z', last_change_time: '2020-01-01T00:00:00Z' }
    const bug = { kind: 'bug', ...about, ...values, ...people, ...times }
    expect(await importer.put([{ ...bug, resolution: 'DUPLICATE', dupe_of: null }])).toMatchObject([
      { outcome: 'created' },
    ])
    expect(await importer.put([{ ...bug, id: 9002, resolution: 'FIXED', dupe_of: 9001 }])).toMatchObject([
      { outcome: 'refused', problems: [expect.stringContaining('without being a duplicate')] },
    ])
    await importer.close()
  })

  it('keeps links to code in an export and an import, and refuses URLs of another host', async () => {
    const world = await openWorld()
    const importer = await openImporter(world.store, { source: 'elsewhere' })
    const about = { id: 9001, summary: 'Blinks', product: 'Gadgets', component: 'Main', version: 'unspecified' }
    const values = { target_milestone: '---', status: 'CONFIRMED', priority: '---', severity: 'normal', resolution: '' }
    const more = { platform: 'All', op_sys: 'All', is_confirmed: true }
    const people = { creator: 'bob@example.com', assigned_to: 'bob@example.com' }
    const times = { creation_time: '2020-01-01T00:00:00Z', last_change_time: '2020-01-01T00:00:00Z' }
    const bug = { kind: 'bug', ...about, ...values, ...more, ...people, ...times }
    const link = {
      ...{ kind: 'pull_request', repository: 'github.com/example/widgets', ref: '42', title: 'Fixes bug 9001' },
      ...{ url: 'https://github.com/example/widgets/pull/42', state: 'merged', author: 'octocat', branch: 'changes' },
      ...{ is_private: true, has_closed: true, attachment_id: null, time: '2026-03-01T10:00:00Z' },
    }
    const commit = { ...link, kind: 'commit', ref: '4522cbc', state: 'pushed', is_private: false, has_closed: false }
    expect(await importer.put([{ ...bug, code_links: [link, commit] }])).toMatchObject([{ outcome: 'created' }])
    expect(await importer.put([{ ...bug, code_links: [link, commit] }])).toMatchObject([{ outcome: 'same' }])
    const exported = async () => {
      const records = await recordsOf(world.tracker.asSystem())
      return records.flatMap((one) => (one.kind === 'bug' && one.id === 9001 ? [one.code_links] : []))
    }
    const time = new Date(link.time)
    expect(await exported()).toEqual([
      [
        { ...link, time },
        { ...commit, time },
      ],
    ])
    expect((await world.as('bob').codeLinks.get({ id: 9001 })).code_links).toMatchObject([{ ref: '4522cbc' }])
    // Records of other trackers have no links, and leave those made here.
    await importer.put([{ ...bug, summary: 'Blinks at night' }])
    expect(await exported()).toEqual([
      [
        { ...link, time },
        { ...commit, time },
      ],
    ])
    await importer.put([{ ...bug, code_links: [{ ...link, title: 'Renamed' }] }])
    expect(await exported()).toMatchObject([[{ ref: '42', title: 'Renamed' }]])
    const foreign = { ...link, url: 'https://evil.example.com/42' }
    expect(await importer.put([{ ...bug, code_links: [foreign] }])).toMatchObject([
      { outcome: 'refused', problems: [expect.stringContaining('code_links.0.url')] },
    ])
    await importer.close()
  })
})
