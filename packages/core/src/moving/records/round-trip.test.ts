import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { exportRecords } from './export-records.js'
import { importRecords } from './import-records.js'

const head = '{"trackerkit_records":1}'
const source = 'elsewhere'

async function exported({ tracker }: World): Promise<string[]> {
  const lines = [head]
  for await (const record of exportRecords(tracker.asSystem())) lines.push(JSON.stringify(record))
  return lines
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const imported = ({ store }: World, lines: readonly string[], more: object = {}) =>
  importRecords(linesOf(lines), store, { source, ...more })

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

/** Fields, values, the workflow, groups, flag types and products. */
async function configure(world: World): Promise<void> {
  const admin = world.as('admin')
  await admin.groups.create({ name: 'alpha', description: 'First', icon_url: '/a.png' })
  await admin.groups.create({ name: 'zeta', description: 'Last', user_regexp: '^carl@' })
  await admin.groups.inherit({ names: ['alpha'], membership: { add: ['zeta'] }, bless: { add: ['insiders'] } })
  await admin.groups.inherit({ names: ['canconfirm'], membership: { add: ['alpha'] } })
  await admin.keywords.create({ name: 'slow', description: 'Slow' })
  await admin.keywords.update({ names: ['regression'], is_active: false })
  const about = { long_description: 'Who made it', is_in_new_mail: true }
  await admin.fields.create({ name: 'cf_model', display_name: 'Model', type: 2 })
  await admin.fields.create({ name: 'cf_make', display_name: 'Make', type: 3, ...about })
  await admin.fieldValues.create({ field: 'cf_make', name: 'Acme' })
  await admin.fieldValues.create({ field: 'cf_make', name: 'Gone', is_active: false })
  const shown = { visibility_field: 'cf_make', visibility_values: ['Acme'] }
  await admin.fields.update({ names: ['cf_model'], value_field: 'cf_make', ...shown })
  await admin.fieldValues.create({ field: 'cf_model', name: 'A1', visibility_values: ['Acme'] })
  await admin.fields.create({ name: 'cf_text', display_name: 'Text', type: 1, ...shown })
  await admin.fields.create({ name: 'cf_long', display_name: 'Long', type: 4 })
  await admin.fields.create({ name: 'cf_when', display_name: 'When', type: 5 })
  await admin.fields.create({ name: 'cf_part', display_name: 'Part', type: 6, reverse_description: 'Whole' })
  await admin.fields.create({ name: 'cf_day', display_name: 'Day', type: 9 })
  await admin.fields.create({ name: 'cf_count', display_name: 'Count', type: 10 })
  await admin.fieldValues.create({ field: 'status', name: 'PARKED', is_open: true })
  await admin.workflow.update({ add: [{ from: 'CONFIRMED', to: 'PARKED' }] })
  await admin.fieldValues.update({ field: 'status', names: ['PARKED'], is_active: false })
  await admin.fieldValues.update({ field: 'priority', names: ['Low'], is_active: false })
  const type = { description: 'x', grant_group: 'secret', request_group: 'alpha' }
  await admin.flagTypes.create({
    name: 'ok',
    target_type: 'bug',
    ...type,
    exclusions: ['Gadgets', { Widgets: ['Core'] }],
  })
  await admin.flagTypes.create({ name: 'ok', target_type: 'bug', description: 'y', inclusions: ['Gadgets'] })
  await admin.flagTypes.create({ name: 'ok', target_type: 'attachment', description: 'z' })
  await admin.products.update({ names: ['Widgets'], bug_description_template: 'Steps:' })
  await admin.components.update({ product: 'Widgets', names: ['Core'], bug_description_template: 'Trace:' })
  await admin.components.update({ product: 'Widgets', names: ['Core'], default_cc: ['bob@example.com'] })
  await admin.milestones.update({ product: 'Widgets', names: ['M1'], start_date: '2026-01-05', due_date: '2026-02-05' })
  await admin.groupControls.update({
    names: ['Gadgets'],
    group: 'alpha',
    member_control: 'shown',
    other_control: 'na',
    canedit: true,
  })
}

async function fileBugs(world: World): Promise<void> {
  const [ivan, admin] = [world.as('ivan'), world.tracker.asSystem('admin@example.com')]
  const custom = { cf_make: ['Acme'], cf_model: 'A1', cf_text: 'T', cf_long: 'a\nb', cf_when: '2026-01-02T03:04:05Z' }
  const { id } = await ivan.bugs.create({
    ...{ ...place, ...custom, summary: 'Blinks', description: 'Steps: *all*', is_markdown: true, groups: ['secret'] },
    ...{ cf_day: '2026-01-02', cf_count: 0, keywords: ['crash'], cc: ['bob@example.com'], alias: ['blinker'] },
    ...{
      see_also: ['https://bugs.debian.org/1'],
      whiteboard: 'Hot',
      url: 'https://example.com/',
      deadline: '2026-04-01',
    },
  })
  world.clock.advance(60)
  const { id: other } = await world
    .as('bob')
    .bugs.create({ ...place, summary: 'Other', blocks: [id], cf_part: String(id) })
  const { id: twice } = await world
    .as('bob')
    .bugs.create({ ...place, product: 'Gadgets', component: 'Main', version: 'unspecified', summary: 'Twice' })
  const comment = await ivan.comments.create({ id, comment: 'Between **us**', is_private: true, is_markdown: true })
  await admin.comments.updateTags({ comment_id: comment.id, add: ['plan'] })
  await ivan.comments.updateReactions({ id: comment.id, add: ['+1', 'heart'] })
  world.clock.advance(60)
  const file = { file_name: 'a.bin', summary: 'Raw', content_type: 'image/png' }
  const data = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
  const { ids } = await ivan.attachments.create({ ids: [id], data, ...file, is_private: true, comment: 'See' })
  await ivan.attachments.create({
    ids: [id],
    data: new Uint8Array([10]),
    ...file,
    file_name: 'ü.txt',
    content_type: 'text/plain',
  })
  await ivan.attachments.update({
    ids,
    is_obsolete: true,
    summary: 'Raw data',
    flags: [{ name: 'ok', status: '?', requestee: 'ivan@example.com' }],
  })
  await admin.bugs.update({
    ids: [id],
    flags: [{ name: 'ok', status: '+' }],
    work_time: 1.5,
    comment: { body: 'Worked' },
  })
  await admin.bugs.update({ ids: [twice], flags: [{ name: 'ok', status: '-', new: true }] })
  world.clock.advance(60)
  await admin.bugs.update({ ids: [twice], dupe_of: other, comment: { body: 'Same' } })
  await ivan.bugs.update({
    ids: [other],
    status: 'IN_PROGRESS',
    depends_on: { add: [] },
    estimated_time: 2,
    cc: { add: ['carl@example.com'] },
  })
  await admin.codeLinks.create({
    id,
    kind: 'pull_request',
    repository: 'github.com/example/widgets',
    ref: '42',
    title: 'Steady',
    url: 'https://github.com/example/widgets/pull/42',
  })
}

const isChanged = ({ created, replaced }: { created: number; replaced: number }) => created + replaced > 0

onEveryStore('an export and an import of records', (open) => {
  it('make another tracker the same, and a second import changes and logs nothing', async () => {
    const [world, other] = [await open(), await open()]
    await configure(world)
    await fileBugs(world)
    const lines = await exported(world)
    expect((await imported(other, lines, { rights: true })).problems).toEqual([])
    expect(await exported(other)).toEqual(lines)
    const logged = await rowsOf(other, 'audit_log')
    const { counts, problems } = await imported(other, lines, { rights: true })
    expect([Object.values(counts).filter(isChanged), problems]).toEqual([[], []])
    expect(await rowsOf(other, 'audit_log')).toEqual(logged)
  })

  it('continue after an interruption, in a tracker with other bugs', async () => {
    const [world, other] = [await open(), await open()]
    const own = { ...place, summary: 'Own' }
    for (let count = 0; count < 4; count++) await world.as('bob').bugs.create(own)
    await configure(world)
    await fileBugs(world)
    const lines = await exported(world)
    const isOwn = (line: string) => /^{"kind":"bug","id":[1-4],/.test(line)
    const others = lines.filter((line) => !isOwn(line))
    for (let count = 0; count < 4; count++) await other.as('bob').bugs.create(own)
    for (const stop of [1, 9, 30]) {
      const controller = new AbortController()
      const onProgress = (count: number) => {
        if (count >= stop) controller.abort()
      }
      const more = { rights: true, batch: 7, signal: controller.signal, onProgress }
      await expect(imported(other, others, more)).rejects.toThrow('aborted')
    }
    expect((await imported(other, others, { rights: true, batch: 7 })).problems).toEqual([])
    expect((await exported(other)).filter((line) => !isOwn(line))).toEqual(others)
  })

  it('undo what the other tracker has more: icons, patterns, relations, groups of flag types, and control of fields', async () => {
    const [world, other] = [await open(), await open()]
    for (const { as } of [world, other]) {
      const { groups, flagTypes, fields } = as('admin')
      await groups.create({ name: 'alpha', description: 'First' })
      await flagTypes.create({ name: 'ok', target_type: 'bug', description: 'x' })
      await fields.create({ name: 'cf_model', display_name: 'Model', type: 2 })
    }
    const lines = await exported(world)
    const { groups, flagTypes, fields, fieldValues, components } = other.as('admin')
    await groups.update({ names: ['alpha'], icon_url: '/a.png', user_regexp: '^bob@' })
    await groups.inherit({ names: ['alpha'], membership: { add: ['secret'] } })
    await groups.inherit({ names: ['canconfirm'], bless: { add: ['alpha'] } })
    await flagTypes.update({ names: ['ok'], grant_group: 'alpha', request_group: 'secret' })
    const shown = { visibility_field: 'product', visibility_values: ['Widgets'] }
    await fields.update({ names: ['cf_model'], long_description: 'Old', is_in_new_mail: true, ...shown })
    await fieldValues.update({ field: 'priority', names: ['Low'], is_active: false })
    await components.update({ product: 'Widgets', names: ['Core'], default_cc: ['bob@example.com'] })
    await imported(other, lines)
    const isOfRights = (line: string) => line.includes('"canconfirm"')
    expect((await exported(other)).filter((line) => !isOfRights(line))).toEqual(
      lines.filter((line) => !isOfRights(line)),
    )
    await imported(other, lines, { rights: true })
    expect(await exported(other)).toEqual(lines)
  })
})
