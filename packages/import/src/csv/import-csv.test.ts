import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importCsv, type CsvOptions } from './import-csv.js'

let store: Store
let tracker: Tracker
beforeEach(async () => {
  store = memoryStore()
  tracker = await createTracker({ store })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'All', version: '1.0' })
  await system.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'x',
    default_assignee: 'admin@example.com',
  })
  await system.keywords.create({ name: 'crash', description: 'x' })
})
afterEach(() => tracker.close())

async function* parts(text: string): AsyncGenerator<Uint8Array> {
  // In pieces that fall into lines and characters.
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7)
}

const runImport = (text: string, options: Partial<CsvOptions> = {}) =>
  importCsv(parts(text), store, { source: 'bugs.csv', product: 'Widgets', ...options })
const bugs = async () => (await tracker.asSystem().bugs.search({ order: 'bug_id' })).bugs

describe('importCsv', () => {
  it('makes a bug of each row, with what the row says and what is usual', async () => {
    const table = [
      '\uFEFFTitle,Details,Reporter,Created,Resolution,Labels,Priority',
      '"It ""blinks"", often","Two\nlines, Größe",zoe@example.net,2019-05-01 10:00,,crash,High',
      'It hums,,,,FIXED,,',
      '',
    ].join('\r\n')
    expect(await runImport(table)).toEqual({ counts: { created: 2, replaced: 0, same: 0, refused: 0 }, problems: [] })
    expect(await bugs()).toMatchObject([
      {
        ...{ id: 1, summary: 'It "blinks", often', creator: 'zoe@example.net', priority: 'High', keywords: ['crash'] },
        ...{ product: 'Widgets', component: 'UI', version: '1.0', status: 'CONFIRMED' },
        creation_time: new Date('2019-05-01T10:00:00Z'),
      },
      { id: 2, summary: 'It hums', creator: 'admin@example.com', status: 'RESOLVED', resolution: 'FIXED' },
    ])
    const { bugs: said } = await tracker.asSystem().comments.get({ ids: [1, 2] })
    expect([said['1'], said['2']].map((one) => one?.comments.map(({ text }) => text))).toEqual([
      ['Two\nlines, Größe'],
      [''],
    ])
  })

  it('finds the component of a row as the tracker does, and assigns its bug to the default assignee', async () => {
    const system = tracker.asSystem()
    await system.users.create({ email: 'zoe@example.com' })
    const part = { product: 'Widgets', description: 'x', default_assignee: 'zoe@example.com' }
    await system.components.create({ ...part, name: 'Weiß' })
    await runImport('summary,component\nIt blinks,WEISS\n')
    expect(await bugs()).toMatchObject([{ component: 'Weiß', assigned_to: 'zoe@example.com' }])
  })

  it('restricts bugs as the product does, so that a mandatory group hides them too', async () => {
    const system = tracker.asSystem()
    for (const name of ['vault', 'legal', 'team', 'former']) await system.groups.create({ name, description: 'x' })
    const control = (
      group: string,
      member_control: 'shown' | 'default' | 'mandatory',
      other_control = member_control,
    ) => system.groupControls.update({ names: ['Widgets'], group, member_control, other_control })
    await control('vault', 'shown', 'mandatory')
    await control('legal', 'default')
    await control('team', 'shown')
    await control('former', 'mandatory')
    await system.groups.update({ names: ['former'], is_active: false })
    await runImport('summary,groups\nOne,\nTwo,team\n')
    expect((await bugs()).map(({ groups }) => groups.toSorted())).toEqual([
      ['legal', 'vault'],
      ['team', 'vault'],
    ])
  })

  it('keeps the groups of imported bugs whose rows are unchanged, whatever applies to new ones', async () => {
    const system = tracker.asSystem('admin@example.com')
    for (const name of ['vault', 'legal', 'team']) await system.groups.create({ name, description: 'x' })
    const control = (group: string, to: 'na' | 'shown' | 'default' | 'mandatory') =>
      system.groupControls.update({ names: ['Widgets'], group, member_control: to, other_control: to })
    await control('team', 'shown')
    await control('legal', 'default')
    const table = 'summary,groups\nOne,\nTwo,team\nThree,\n'
    await runImport(table)
    await system.bugs.update({ ids: [3], groups: { remove: ['legal'] } })
    await control('legal', 'shown')
    await control('team', 'default')
    expect((await runImport(table)).counts).toMatchObject({ same: 3 })
    await control('vault', 'mandatory')
    await system.groups.create({ name: 'later', description: 'x' })
    await control('later', 'default')
    const { counts, problems } = await runImport(`${table}Four,\nFive,team\n`)
    expect({ counts, problems }).toMatchObject({ counts: { same: 3, created: 2, refused: 0 }, problems: [] })
    expect((await bugs()).map(({ groups }) => groups.toSorted())).toEqual([
      ['legal', 'vault'],
      ['team', 'vault'],
      ['vault'],
      ['later', 'team', 'vault'],
      ['team', 'vault'],
    ])
  })

  it('changes the groups of bugs whose rows name others, and no groups for other changes of a row', async () => {
    const system = tracker.asSystem()
    for (const name of ['legal', 'team']) await system.groups.create({ name, description: 'x' })
    const control = (to: 'shown' | 'default') =>
      system.groupControls.update({ names: ['Widgets'], group: 'legal', member_control: to, other_control: to })
    await control('default')
    await runImport('summary,groups\nOne,\nTwo,\nThree,team\n')
    await control('shown')
    const { counts } = await runImport('summary,groups\nUno,\nTwo,team\nThree,\n')
    expect(counts).toMatchObject({ replaced: 2, same: 1 })
    expect((await bugs()).map(({ groups }) => groups)).toEqual([['legal'], ['team'], ['team']])
  })

  it('changes nothing but what another row says when the same table comes again', async () => {
    await runImport('summary\nOne\nTwo\n')
    expect((await runImport('summary\nOne\nTwo\n')).counts).toMatchObject({ created: 0, same: 2 })
    const again = await runImport('summary;whiteboard\nOne;\nTwo;hot\nThree;\n', { delimiter: ';' })
    expect(again.counts).toEqual({ created: 1, replaced: 1, same: 1, refused: 0 })
    expect((await bugs()).map(({ id, summary, whiteboard }) => [id, summary, whiteboard])).toEqual([
      [1, 'One', ''],
      [2, 'Two', 'hot'],
      [3, 'Three', ''],
    ])
  })

  it('keeps the IDs of the table, and reports the rejected rows', async () => {
    const report = await runImport('id,summary,priority\n70,One,\nx,Two,\n71,Three,nonsense\n70,Four,\n')
    expect(report.counts).toEqual({ created: 1, replaced: 0, same: 0, refused: 3 })
    expect(report.problems).toMatchObject([
      { row: 4, problem: 'its number is that of row 1' },
      { row: 2, problem: expect.stringContaining('id') as string },
      { row: 3, problem: 'the field priority has no value nonsense' },
    ])
    expect((await bugs()).map(({ id }) => id)).toEqual([70])
  })

  it('skips rows without values, rejects those without a summary, and takes short rows', async () => {
    const report = await runImport('id,summary,priority\n80,One\n,,\n81, ,High\n82,Two,Low\n,,\n')
    expect(report.counts).toEqual({ created: 2, replaced: 0, same: 0, refused: 1 })
    expect(report.problems).toEqual([{ row: 3, problem: 'it has no summary' }])
    expect((await bugs()).map(({ id }) => id)).toEqual([80, 82])
  })

  it('does not give a row the ID of a deleted bug', async () => {
    await runImport('summary\nOne\nTwo\n')
    await tracker.asSystem().bugs.delete({ ids: [2], reason: 'Spam' })
    expect(await runImport('summary\nThree\nFour\n', { source: 'more.csv' })).toMatchObject({
      counts: { created: 2, refused: 0 },
    })
    expect((await bugs()).map(({ id, summary }) => [id, summary])).toEqual([
      [1, 'One'],
      [3, 'Three'],
      [4, 'Four'],
    ])
  })

  it('rejects a row with the ID of an earlier row, whether that was in the table or not', async () => {
    const { counts, problems } = await runImport('id,summary\n,One\n1,Two\n07,Three\n7,Four\n')
    expect(counts).toEqual({ created: 2, replaced: 0, same: 0, refused: 2 })
    expect(problems).toEqual([
      { row: 2, problem: 'its number is that of row 1' },
      { row: 4, problem: 'its number is that of row 3' },
    ])
    expect((await bugs()).map(({ id, summary }) => [id, summary])).toEqual([
      [1, 'One'],
      [7, 'Three'],
    ])
  })

  it('rejects a table in another encoding than UTF-8, which would lose characters', async () => {
    async function* latin1() {
      yield Buffer.from('summary\nGröße\n', 'latin1')
    }
    const options = { source: 'bugs.csv', product: 'Widgets' }
    await expect(importCsv(latin1(), store, options)).rejects.toThrow('it is not UTF-8: save it as UTF-8')
    expect(await bugs()).toEqual([])
  })

  it('reads UTF-16 with its mark, in parts that end within a character', async () => {
    const bytes = Buffer.from('\uFEFFsummary\nGröße\n', 'utf16le')
    async function* parts() {
      yield bytes.subarray(0, 21)
      yield bytes.subarray(21)
    }
    await importCsv(parts(), store, { source: 'bugs.csv', product: 'Widgets' })
    expect(await bugs()).toMatchObject([{ summary: 'Größe' }])
  })

  it('maps columns as configured, and rejects the whole table for an unknown one', async () => {
    const table = 'Was,Wer,Rest\nBlinkt,zoe@example.net,?\n'
    await expect(runImport(table)).rejects.toThrow("nothing is known of the column 'Was'")
    await expect(runImport(table, { map: { Was: 'nonsense' } })).rejects.toThrow('there is no field nonsense')
    await expect(runImport(table, { map: { Nie: 'summary' } })).rejects.toThrow(
      "there is no column 'Nie'; there are Was, Wer, Rest",
    )
    await expect(runImport(table, { map: { Was: 'summary', Wer: 'summary', Rest: '' } })).rejects.toThrow(
      'two columns are summary',
    )
    await expect(runImport('description\nx\n')).rejects.toThrow('no column is the summary')
    await expect(runImport('')).rejects.toThrow('it is empty')
    await expect(runImport('summary\n"open')).rejects.toThrow('Quote')
    await expect(runImport('summary\nOne\n', { product: 'Nothing' })).rejects.toThrow('there is no product Nothing')
    expect(await bugs()).toEqual([])
    const report = await runImport(table, { map: { Was: 'summary', Wer: 'creator', Rest: '' } })
    expect(report.counts.created).toBe(1)
  })
})
