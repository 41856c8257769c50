import { expect, it } from 'vitest'
import type { Operations } from '../generated/operations.js'
import { onEveryStore } from '../../test/harness.js'
import { exportRecords } from './export-records.js'
import { openImporter } from './importer.js'
import type { TrackerRecord } from './record.js'

async function recordsOf(operations: Operations): Promise<TrackerRecord[]> {
  const records: TrackerRecord[] = []
  for await (const record of exportRecords(operations)) records.push(record)
  return records
}

onEveryStore('exportRecords', (openWorld) => {
  it('tells everything of bugs, in the form in which it is taken over elsewhere', async () => {
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
          { text: '', creator: 'ivan@example.com', work_time: 0 },
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

  it('tells one person only what that person may see', async () => {
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

  it('makes of a duplicate whose other bug is gone one that is taken over', async () => {
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
})
