import { hostname } from 'node:os'
import { expect, it, vi } from 'vitest'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { entries } from '../../../test/mail.js'
import { checkStore } from '../../doctor/check-store.js'
import type { TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { defineRule } from '../../tracker/rules/define-rule.js'
import { examineImport } from './examine-import.js'
import { openImporter } from './importer.js'
import { importRecords } from './import-records.js'

const source = 'https://old.example.org/'
const at = (day: number) => `2019-05-${String(day).padStart(2, '0')}T10:00:00Z`

const setUp = [
  { kind: 'group', name: 'core-team', description: 'The team' },
  { kind: 'user', id: 501, name: 'zoe@example.net', real_name: 'Zoë', groups: ['core-team'] },
  { kind: 'user', id: 502, name: 'yan@example.net', login_denied_text: 'Left' },
  { kind: 'keyword', name: 'perf', description: 'Slow' },
  { kind: 'value', field: 'priority', name: 'Someday', sort_key: 900 },
  { kind: 'value', field: 'status', name: 'PARKED', sort_key: 350, is_open: true },
  { kind: 'field', name: 'cf_team', display_name: 'Team', type: 2 },
  { kind: 'value', field: 'cf_team', name: 'Red' },
  {
    kind: 'product',
    name: 'Rocket',
    description: 'Flies',
    components: [{ name: 'Engine', description: 'Burns', default_assigned_to: 'zoe@example.net' }],
    versions: [{ name: '3' }],
    milestones: [{ name: 'Moon', sort_key: 5 }],
  },
  { kind: 'flag_type', name: 'looked', target_type: 'bug', scopes: [{ product: 'Rocket' }] },
  {
    kind: 'flag_type',
    name: 'looked',
    target_type: 'attachment',
    scopes: [{ product: 'Rocket', component: 'Engine' }],
  },
] as const

const flag = { name: 'looked', status: '?', setter: 'zoe@example.net', creation_date: at(3), modification_date: at(3) }

const bug = {
  kind: 'bug',
  id: 7001,
  summary: 'It does not fly',
  alias: ['no-flight'],
  product: 'Rocket',
  component: 'Engine',
  version: '3',
  target_milestone: 'Moon',
  status: 'PARKED',
  priority: 'Someday',
  severity: 'major',
  platform: 'All',
  op_sys: 'All',
  is_confirmed: true,
  creator: 'zoe@example.net',
  assigned_to: 'yan@example.net',
  cc: ['gone@example.net'],
  groups: ['core-team'],
  keywords: ['perf'],
  depends_on: [7002],
  see_also: ['https://bugs.debian.org/1'],
  whiteboard: 'Hot',
  remaining_time: 3,
  creation_time: at(1),
  last_change_time: at(9),
  custom_fields: { cf_team: 'Red' },
  comments: [
    { id: 9001, text: 'It stays', creator: 'zoe@example.net', time: at(1), work_time: 1 },
    { id: 9002, text: 'Between us', creator: 'yan@example.net', time: at(2), is_private: true, tags: ['secret-plan'] },
  ],
  history: [
    { when: at(4), who: 'yan@example.net', changes: [{ field_name: 'whiteboard', removed: '', added: 'Hot' }] },
  ],
  attachments: [
    {
      id: 8001,
      creator: 'zoe@example.net',
      creation_time: at(3),
      last_change_time: at(3),
      file_name: 'a.txt',
      summary: 'Log',
      content_type: 'text/plain',
      flags: [{ ...flag, id: 42 }],
    },
  ],
  flags: [{ ...flag, id: 41, requestee: 'yan@example.net' }],
}
const simple = { groups: [], alias: [], attachments: [], flags: [], comments: [], depends_on: [], history: [] }
const duplicate = {
  ...bug,
  ...simple,
  id: 7002,
  blocks: [7001],
  status: 'RESOLVED',
  resolution: 'DUPLICATE',
  dupe_of: 7001,
}
const content = { kind: 'attachment_content', id: 8001, data: Buffer.from('Needle in a log').toString('base64') }

const open = ({ store }: World, options: { overwrite?: boolean } = {}) => openImporter(store, { source, ...options })
const outcomes = (all: readonly { outcome: string }[]) => all.map(({ outcome }) => outcome)
const problems = ({ store }: World) => {
  const found: string[] = []
  return checkStore(store, ({ place, text }) => void found.push(`${place}: ${text}`)).then(() => found)
}

onAnyStore('openImporter', (openWorld) => {
  it('imports bugs with IDs, people, times, privacy, history, attachments, flags and links unchanged', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const put = await importer.put([...setUp, duplicate, bug, content])
    expect(put.flatMap((one) => one.problems)).toEqual([])
    expect(new Set(outcomes(put))).toEqual(new Set(['created']))
    await importer.close()
    const system = world.tracker.asSystem()
    const [got] = (await system.bugs.get({ ids: [7001] })).bugs
    expect(got).toMatchObject({
      ...{ id: 7001, alias: ['no-flight'], product: 'Rocket', component: 'Engine', target_milestone: 'Moon' },
      ...{
        status: 'PARKED',
        is_open: true,
        resolution: '',
        priority: 'Someday',
        keywords: ['perf'],
        whiteboard: 'Hot',
      },
      ...{
        creator: 'zoe@example.net',
        assigned_to: 'yan@example.net',
        cc: ['gone@example.net'],
        groups: ['core-team'],
      },
      ...{ depends_on: [7002], blocks: [], see_also: ['https://bugs.debian.org/1'], cf_team: 'Red' },
      ...{ creation_time: new Date(at(1)), last_change_time: new Date(at(9)), actual_time: 1, remaining_time: 3 },
      creator_detail: { id: 501, real_name: 'Zoë' },
      flags: [{ id: 41, name: 'looked', status: '?', setter: 'zoe@example.net', requestee: 'yan@example.net' }],
    })
    expect((await system.bugs.get({ ids: [7002] })).bugs).toMatchObject([{ dupe_of: 7001, blocks: [7001] }])
    const { bugs: comments } = await system.comments.get({ ids: [7001] })
    expect(comments['7001']?.comments).toMatchObject([
      { id: 9001, count: 0, text: 'It stays', creator: 'zoe@example.net', time: new Date(at(1)), is_private: false },
      { id: 9002, count: 1, text: 'Between us', is_private: true, tags: ['secret-plan'] },
    ])
    const { bugs: histories } = await system.bugs.history({ ids: [7001] })
    expect(histories).toMatchObject([
      { history: [{ when: new Date(at(4)), who: 'yan@example.net', changes: [{ added: 'Hot' }] }] },
    ])
    const { attachments } = await system.attachments.get({ attachment_ids: [8001] })
    expect(Buffer.from(attachments['8001']?.data ?? []).toString()).toBe('Needle in a log')
    expect(attachments['8001']).toMatchObject({ flags: [{ id: 42 }], creation_time: new Date(at(3)) })
    expect(await problems(world)).toEqual([])
    // The imported groups determine what the source's users see.
    expect((await world.as('alice').bugs.search({ id: [7001, 7002] })).bugs.map(({ id }) => id)).toEqual([7002])
    const { id } = await world
      .as('alice')
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Next' })
    expect(id).toBe(7003)
  })

  it('names the bug of a duplicate once that bug was imported, and never one from elsewhere', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const { id: local } = await world
      .as('alice')
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Of here' })
    const ofLocal = { ...duplicate, id: 7003, dupe_of: local, blocks: [] }
    await importer.put([...setUp, duplicate, ofLocal, { ...bug, groups: ['nobody'] }])
    expect(await problems(world)).toEqual([])
    const system = world.tracker.asSystem()
    const named = async () => (await system.bugs.get({ ids: [7002, 7003] })).bugs.map(({ dupe_of }) => dupe_of)
    expect(await named()).toEqual([null, null])
    await importer.put([bug])
    expect(await named()).toEqual([7001, null])
    expect(outcomes(await importer.put([duplicate, ofLocal]))).toEqual(['same', 'same'])
    expect(await problems(world)).toEqual([])
    await importer.close()
  })

  it('changes nothing when the same comes again, and only what differs when it has changed there', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([...setUp, bug, content])
    const before = (await entries(world)).length
    expect(new Set(outcomes(await importer.put([...setUp, bug, content])))).toEqual(new Set(['same']))
    expect(await entries(world)).toHaveLength(before)
    const comment = { id: 9003, text: 'Later', creator: 'zoe@example.net', time: at(10) }
    const change = {
      when: at(10),
      who: 'zoe@example.net',
      changes: [{ field_name: 'groups', removed: 'core-team', added: '' }],
    }
    const changed = {
      ...bug,
      last_change_time: at(10),
      groups: [],
      comments: [...bug.comments, comment],
      history: [...bug.history, change],
    }
    expect(outcomes(await importer.put([changed]))).toEqual(['replaced'])
    const { changes } = await world.as('alice').changes.get({ since: before, bug: [7001] })
    expect(changes).toMatchObject([
      { type: 'bug.imported', user: null, changes: [{ field_name: 'groups' }], comments: [{ id: 9003 }] },
    ])
    const { attachments } = await world.as('alice').attachments.get({ attachment_ids: [8001] })
    expect(attachments['8001']?.size).toBe(15)
    // Content that is no text any more is found by no word.
    const image = bug.attachments.map((one) => ({ ...one, content_type: 'image/png' }))
    expect(outcomes(await importer.put([{ ...changed, attachments: image }]))).toEqual(['replaced'])
    expect(await problems(world)).toEqual([])
    await importer.close()
  })

  it('keeps local changes and removals since the import, unless the option says otherwise', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([...setUp, { ...bug, groups: [] }])
    await world.as('alice').bugs.update({ ids: [7001], whiteboard: 'Ours' })
    const later = { ...bug, groups: [], whiteboard: 'Theirs', last_change_time: at(11), history: [] }
    const [refused] = await importer.put([later])
    expect(refused).toMatchObject({
      kind: 'bug',
      id: 7001,
      outcome: 'refused',
      problems: [/changed here/] as unknown as string[],
    })
    await importer.close()
    const again = await open(world, { overwrite: true })
    expect(outcomes(await again.put([later]))).toEqual(['replaced'])
    const [got] = (await world.as('alice').bugs.get({ ids: [7001] })).bugs
    expect(got).toMatchObject({ whiteboard: 'Theirs' })
    expect(await problems(world)).toEqual([])
    await again.close()
  })

  it('rejects rows with used IDs or missing references, and imports the rest', async () => {
    const world = await openWorld()
    const { id: own } = await world
      .as('alice')
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Ours' })
    const importer = await open(world)
    const cases: (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
      [{ ...bug, id: own }, /did not come from/],
      [{ ...bug, id: 7100, product: 'Nothing' }, /no product Nothing/],
      [{ ...bug, id: 7101, component: 'Nothing' }, /no component Nothing/],
      [{ ...bug, id: 7102, priority: 'Nothing' }, /priority has no value Nothing/],
      [{ ...bug, id: 7103, groups: ['nobody'] }, /no group nobody/],
      [{ ...bug, id: 7104, flags: [{ ...flag, name: 'other' }] }, /no type of flags on bugs called other/],
      [{ ...bug, id: 7105, resolution: 'FIXED' }, /open with a resolution/],
      [{ ...bug, id: 7106, custom_fields: { cf_none: 'x' } }, /no field cf_none/],
      [{ ...bug, id: 7107, alias: [] }, /comment 9001 is one of bug 7001/],
      [{ ...bug, id: 0 }, /^id: /],
      [{ ...bug, id: 7108, summary: 'x'.repeat(5000) }, /^summary: /],
      [{ ...bug, id: 7109, creation_time: 'yesterday' }, /^creation_time: is not a time/],
      [{ ...bug, id: 7110, strange: 1 }, /Unrecognized key/],
      [{ kind: 'nothing' }, /^kind: /],
      [{ kind: 'user', id: 1, name: 'other@example.net' }, /has the number/],
      [{ kind: 'product', name: 'P', classification: 'None' }, /no classification None/],
      [{ kind: 'field', name: 'cf_team', display_name: 'Team', type: 1 }, /of the type 2/],
      [{ kind: 'value', field: 'status', name: 'ODD' }, /whether it is open/],
      [{ kind: 'value', field: 'none', name: 'ODD' }, /no field none/],
      [{ kind: 'workflow', transitions: [{ from: null, to: 'NONE' }] }, /no status NONE/],
      [{ kind: 'flag_type', name: 'f', target_type: 'bug', scopes: [{ product: 'None' }] }, /no product None/],
      [{ kind: 'attachment_content', id: 5, data: '' }, /no attachment/],
      [{ kind: 'attachment_content', id: 8001, data: '%' }, /^data: /],
    ]
    const put = await importer.put([...setUp, bug, ...cases.map(([record]) => record)])
    const told = put.slice(setUp.length + 1)
    for (const [index, [, problem]] of cases.entries()) expect(told[index]?.problems.join()).toMatch(problem)
    expect(told.filter(({ outcome }) => outcome !== 'refused')).toMatchObject([{ kind: 'user', outcome: 'created' }])
    expect((await world.tracker.asSystem().bugs.search({ id: [7001, 7100, 7107] })).bugs).toHaveLength(1)
    expect(await problems(world)).toEqual([])
    await importer.close()
  })

  it('never restores data that was erased here, with any option', async () => {
    const world = await openWorld()
    const importer = await open(world, { overwrite: true })
    await importer.put([...setUp, bug, content])
    const system = world.tracker.asSystem('admin@example.com')
    await system.parameters.update({ parameters: { allow_attachment_deletion: '1' } })
    await system.attachments.erase({ ids: [8001], reason: 'A password' })
    expect(await importer.put([content])).toMatchObject([
      { outcome: 'refused', problems: ['its content was erased here'] },
    ])
    await system.comments.redact({ ids: [9001], reason: 'A name' })
    const later = { ...bug, attachments: [], flags: [], last_change_time: at(12) }
    expect(await importer.put([later])).toMatchObject([
      { outcome: 'refused', problems: ['parts of it were erased here'] },
    ])
    expect((await system.comments.get({ comment_ids: [9001] })).comments['9001']?.text).toBe('[redacted]')
    await importer.close()
  })

  it('never restores the text of a comment without an ID that was erased here', async () => {
    const world = await openWorld()
    const importer = await open(world, { overwrite: true })
    const said = { text: 'The password is 1234', creator: 'zoe@example.net', time: at(1) }
    const told = { ...bug, ...simple, groups: [], comments: [said] }
    await importer.put([...setUp, told])
    const system = world.tracker.asSystem('admin@example.com')
    const { bugs } = await system.comments.get({ ids: [7001] })
    await system.comments.redact({ ids: [bugs['7001']?.comments[0]?.id ?? 0], reason: 'A password' })
    expect(await importer.put([{ ...told, whiteboard: 'Later', last_change_time: at(12) }])).toMatchObject([
      { outcome: 'refused', problems: ['parts of it were erased here'] },
    ])
    const { bugs: after } = await system.comments.get({ ids: [7001] })
    expect(after['7001']?.comments.map(({ text }) => text)).toEqual(['[redacted]'])
    await importer.close()
  })

  it('rejects bugs that a rule rejects, by its field and reason, and imports the others', async () => {
    const world = await openWorld()
    const seen: unknown[] = []
    const rule = defineRule({
      name: 'no-secrets',
      on: ['bug.create', 'comment.create'],
      needs: ['is_open', 'actual_time', 'classification', 'creation_time', 'keywords', 'cf_team', 'cc'],
      check(write) {
        seen.push(write)
        if (write.event === 'comment.create')
          return write.after.is_private && write.after.text === 'Between us'
            ? { message: 'No private comments.', field: 'comment', reason: 'is_private' }
            : undefined
        return undefined
      },
    })
    const late = defineRule({
      name: 'calls',
      on: 'bug.create',
      check: async ({ after }, tx) => {
        if (after.id === 7003) await tx.asSystem().bugs.get({ ids: [1] })
      },
    })
    const importer = await openImporter(world.store, { source, rules: [rule, late] })
    await importer.put(setUp)
    const other = { ...bug, ...simple }
    const put = await importer.put([bug, { ...other, id: 7002 }, { ...other, id: 7003 }])
    expect(put).toMatchObject([
      {
        outcome: 'refused',
        problems: ['rule no-secrets: No private comments. (field comment, reason is_private)'],
        refusal: { rule: 'no-secrets', field: 'comment', reason: 'is_private' },
      },
      { outcome: 'created', problems: [] },
      { outcome: 'refused', problems: ['rule calls: failed: asSystem cannot be called in an import'] },
    ])
    const facts = { is_open: true, actual_time: 1, classification: 'Unclassified', keywords: ['perf'], cf_team: 'Red' }
    expect(seen[0]).toMatchObject({
      ...{ event: 'bug.create', before: null, caller: null, comment: { text: 'It stays', is_private: false } },
      after: { id: 7001, ...facts, creation_time: new Date(at(1)), cc: ['gone@example.net'] },
    })
    expect(seen[1]).toMatchObject({ event: 'comment.create', after: { id: 9001, count: 0 }, bug: facts })
    await importer.close()
    expect((await world.tracker.asSystem().bugs.search({ id: [7001, 7002, 7003] })).bugs).toMatchObject([{ id: 7002 }])
    expect(await problems(world)).toEqual([])
    const wrong = openImporter(world.store, { source, rules: [{}] as never })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_options', data: { field: 'rules.0.name' } })
  })

  it('links bugs of the same source only: the same ID here can be another bug', async () => {
    const world = await openWorld()
    const alice = world.as('alice')
    const { id: own } = await alice.bugs.create({
      ...{ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Ours' },
    })
    const importer = await open(world)
    const told = { ...bug, ...simple, groups: [], depends_on: [own, 7002], blocks: [own] }
    const other = { ...told, id: 7002, depends_on: [], blocks: [7001] }
    await importer.put([...setUp, told])
    await importer.put([other])
    const { bugs } = await alice.bugs.get({ ids: [own, 7001] })
    expect(bugs).toMatchObject([
      { depends_on: [], blocks: [] },
      { depends_on: [7002], blocks: [] },
    ])
    await importer.close()
  })

  it('links bugs of different batches if only one of them names the other, and as its last record says', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const { depends_on: _, ...told } = { ...bug, ...simple, groups: [] }
    const links = async () => {
      const { bugs } = await world.as('alice').bugs.get({ ids: [7001, 7002, 7003, 7004, 7005], permissive: true })
      return bugs.flatMap(({ id, depends_on }) => depends_on.map((other) => `${id} ${other}`))
    }
    await importer.put([...setUp, { ...told, depends_on: [7003, 7004] }, { ...told, id: 7002, blocks: [7004, 7005] }])
    expect(await links()).toEqual([])
    await importer.put([{ ...told, last_change_time: at(10), depends_on: [7003] }])
    await importer.put([7003, 7004, 7005].map((id) => ({ ...told, id })))
    expect(await links()).toEqual(['7001 7003', '7004 7002', '7005 7002'])
    // Without the property, a record changes no links.
    await importer.put([{ ...told, id: 7003, summary: 'Changed', last_change_time: at(11) }])
    expect(await links()).toEqual(['7001 7003', '7004 7002', '7005 7002'])
    await importer.put([{ ...told, id: 7002, summary: 'Changed', last_change_time: at(11), blocks: [7005] }])
    expect(await links()).toEqual(['7001 7003', '7005 7002'])
    expect(await problems(world)).toEqual([])
    await importer.close()
  })

  it('hides a link by URL to a hidden bug that is imported later', async () => {
    const world = await openWorld()
    await world.tracker.asSystem().parameters.update({ parameters: { urlbase: 'https://bugs.example.org/' } })
    const importer = await open(world)
    const see_also = ['https://bugs.example.org/show_bug.cgi?id=7002']
    await importer.put([...setUp, { ...bug, ...simple, see_also }])
    await importer.put([{ ...bug, ...simple, id: 7002, groups: ['core-team'] }])
    const seen = async ({ bugs }: Pick<ReturnType<World['as']>, 'bugs'>) =>
      (await bugs.get({ ids: [7001] })).bugs.map((one) => one.see_also)
    expect(await seen(world.as('alice'))).toEqual([[]])
    expect(await seen(world.tracker.asSystem())).toEqual([see_also])
    await importer.close()
  })

  it('keeps links that wait when a record leaves their property out, and removes them when it lists none', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const { depends_on: _, ...told } = { ...bug, ...simple, groups: [] }
    const later = (id: number, day: number) => ({ ...told, id, summary: `On day ${day}`, last_change_time: at(day) })
    const links = async () => {
      const { bugs } = await world.as('alice').bugs.get({ ids: [7001, 7002], permissive: true })
      return bugs.map(({ id, depends_on }) => `${id} ${depends_on.join()}`)
    }
    await importer.put([...setUp, { ...told, depends_on: [7003, 7004] }, { ...told, id: 7002, depends_on: [7003] }])
    await importer.put([later(7001, 10), { ...later(7002, 10), depends_on: [] }])
    await importer.put([{ ...told, id: 7003 }])
    expect(await links()).toEqual(['7001 7003', '7002 '])
    await importer.put([later(7001, 11), { ...told, id: 7004 }])
    expect(await links()).toEqual(['7001 7003,7004', '7002 '])
    // The same record but for an empty list.
    const outcomes = await importer.put([{ ...later(7001, 11), depends_on: [] }])
    expect(outcomes).toMatchObject([{ outcome: 'replaced' }])
    expect(await links()).toEqual(['7001 ', '7002 '])
    await importer.close()
  })

  it('leaves out links that would close a circle, and says which', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const told = { ...bug, ...simple, groups: [] }
    const [, third] = (
      await importer.put([
        ...setUp,
        { ...told, id: 7001, depends_on: [7002] },
        { ...told, id: 7002, depends_on: [7003], blocks: [7001] },
        { ...told, id: 7003, depends_on: [7001] },
      ])
    ).slice(-2)
    expect(third?.problems).toEqual(['bug 7003 depends on bug 7001, which would close a circle: that link is left out'])
    const later = { ...told, id: 7004, depends_on: [7001, 7004], blocks: [7003] }
    expect((await importer.put([later]))[0]?.problems).toEqual([
      'bug 7004 depends on bug 7004, which would close a circle: that link is left out',
      'bug 7003 depends on bug 7004, which would close a circle: that link is left out',
    ])
    const { bugs } = await world.as('alice').bugs.get({ ids: [7001, 7002, 7003, 7004] })
    expect(bugs.map(({ depends_on }) => depends_on)).toEqual([[7002], [7003], [], [7001]])
    await importer.close()
  })

  it('reserves no IDs of new bugs, keeps attachments of unknown types, and records new configuration in the audit log', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const strange = { ...bug.attachments[0], content_type: 'my/file', flags: [] }
    const put = await importer.put([
      ...setUp,
      { ...bug, ...simple, groups: [], attachments: [strange] },
      { ...bug, ...simple, id: 2 ** 31 - 1 },
    ])
    expect(put.slice(-2)).toMatchObject([
      { outcome: 'created', problems: [expect.stringMatching(/^attachment 8001 has the content type 'my\/file'/)] },
      { outcome: 'refused' },
    ])
    const { attachments } = await world.as('alice').attachments.get({ attachment_ids: [8001] })
    expect(attachments['8001']).toMatchObject({ content_type: 'application/octet-stream' })
    const { audit_log: log } = await world.tracker.asSystem().audit.get({ class: ['Keyword', 'Product'] })
    expect(log.map((one) => [one.class, one.field, one.added])).toEqual(
      expect.arrayContaining([
        ['Keyword', '__create__', 'perf'],
        ['Product', '__create__', 'Rocket'],
      ]),
    )
    await importer.close()
  })

  it('keeps what is one line in one line, and what no text may hold out of all of them', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const told = { ...bug, ...simple, groups: [], summary: 'Two\r\nlines ', qa_contact: 'q\u0000a@example.net' }
    expect((await importer.put([...setUp, told])).flatMap((one) => one.problems)).toEqual([])
    await world.tracker.asSystem('admin@example.com').parameters.update({ parameters: { useqacontact: '1' } })
    const { bugs } = await world.as('alice').bugs.get({ ids: [7001] })
    expect(bugs).toMatchObject([{ summary: 'Two lines', qa_contact: 'qa@example.net' }])
    await importer.close()
  })

  it('allows one import per source at a time, and continues from the stored state', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([], { last: 5 })
    await expect(open(world)).rejects.toMatchObject({ code: 'import_busy', number: 1434 })
    const other = await openImporter(world.store, { source: 'another' })
    expect(other.state).toBe(null)
    await other.close()
    // A killed process does not block others.
    const claimed_until = new Date(Date.now() + 60_000)
    const killed = { source: 'killed', state: null, claimed_by: `${hostname()} 2147483646 x`, claimed_until }
    await (world.store as unknown as Store<TrackerSchema>).write((tx) => tx.insert('imports', [killed]))
    await (await openImporter(world.store, { source: 'killed' })).close()
    await importer.close()
    await expect(importer.put([])).rejects.toMatchObject({ code: 'import_busy' })
    const again = await open(world)
    expect(again.state).toEqual({ last: 5 })
    await again.close()
  })

  it('keeps others out while it lives, however long it reads, and for 15 seconds after it died on another machine', async () => {
    const world = await openWorld()
    const store = world.store as unknown as Store<TrackerSchema>
    const until = async () => {
      const [row] = await store.read((tx) => tx.select({ from: 'imports', where: { col: 'source', eq: source } }))
      return row?.claimed_until?.getTime() ?? 0
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      const importer = await open(world)
      const first = await until()
      expect(first - Date.now()).toBe(15_000)
      vi.advanceTimersByTime(5000)
      // Polling moves the faked clock too, so a slow store renews a little later.
      await expect.poll(until).toBeGreaterThanOrEqual(first + 5000)
      await importer.close()
      expect(await until()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('continues with a source that was renamed', async () => {
    const world = await openWorld()
    const before = await open(world)
    await before.put([...setUp, bug], { last: 5 })
    const [now, formerly] = ['https://new.example.org/', source]
    await expect(openImporter(world.store, { source: now, formerly })).rejects.toMatchObject({ code: 'import_busy' })
    await before.close()
    expect(await examineImport(world.store, now)).toEqual({ state: null, hasOwnBugs: false, otherSources: [source] })
    for (const changed of [bug, { ...bug, summary: 'It flies' }]) {
      const importer = await openImporter(world.store, { source: now, formerly })
      expect(importer.state).toEqual({ last: 5 })
      const [result] = await importer.put([changed])
      expect(result?.outcome).toBe(changed === bug ? 'same' : 'replaced')
      await importer.close()
    }
    expect(await examineImport(world.store, now)).toMatchObject({ state: { last: 5 }, otherSources: [] })
  })

  it('reads the configuration once for several batches, and again after others have changed it', async () => {
    const world = await openWorld()
    const { store, queries } = countingStore(world.store)
    const importer = await openImporter(store, { source })
    await importer.put(setUp)
    await importer.put([bug])
    queries.splice(0)
    await importer.put([{ ...bug, ...simple, id: 7003 }])
    await importer.put([{ ...bug, ...simple, id: 7004 }])
    expect(queries.filter((entity) => ['products', 'components', 'legal_values', 'fields'].includes(entity))).toEqual(
      [],
    )
    await world.as('admin').versions.create({ product: 'Rocket', name: '4' })
    const [result] = await importer.put([{ ...bug, ...simple, id: 7005, version: '4' }])
    expect(result?.outcome).toBe('created')
    await importer.close()
  })

  it('imports lines of records idempotently, and reports the first invalid line', async () => {
    const world = await openWorld()
    async function* lines(...all: unknown[]) {
      for (const one of all) yield typeof one === 'string' ? one : JSON.stringify(one)
    }
    const head = { trackerkit_records: 1 }
    const read: number[] = []
    const options = { source: 'file', batch: 4, onProgress: (records: number) => void read.push(records) }
    const broken = importRecords(lines(head, ...setUp, '{'), world.store, options)
    await expect(broken).rejects.toMatchObject({ code: 'import_line_invalid', data: { line: setUp.length + 2 } })
    await expect(importRecords(lines(setUp[0]), world.store, options)).rejects.toThrow('does not begin records')
    await expect(importRecords(lines(), world.store, options)).rejects.toThrow('does not begin records')
    const report = await importRecords(lines(head, ...setUp, bug, content), world.store, options)
    expect(report.counts).toMatchObject({
      keyword: { created: 0, same: 1 },
      bug: { created: 1 },
      attachment_content: { created: 1 },
    })
    expect(report.problems).toEqual([])
    expect(Math.max(...read)).toBe(setUp.length + 3)
    const ended = importRecords(lines(head, bug, bug), world.store, {
      ...options,
      batch: 1,
      signal: AbortSignal.abort(new Error('enough')),
    })
    await expect(ended).rejects.toThrow('enough')
  })
})
