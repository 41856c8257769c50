// Many of everything that a tracker can have, as records for an import and as requests.
import type { Operations } from '@trackerkit/core'
import type { TrackerRecord } from '@trackerkit/core/moving'
import { heavy } from '../../packages/rest/test/blocks/heavy-records.js'

const admin = 'admin@example.com'
const time = '2025-01-01T00:00:00Z'
const list = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))

/** The IDs of bugs, beyond those of the large tracker: with many of everything, with very many short comments, and the first of a long list. */
export const many = { things: 20_500, remarks: 20_501, wide: 21_000 } as const
const wideBugs = 1000

/** The names of custom fields. */
export const fields: readonly string[] = list(30, (n) => `cf_many${n}`)

type BugRecord = Extract<TrackerRecord, { readonly kind: 'bug' }>

const flag = (n: number) => ({
  ...{ name: `flag ${n % 100}`, status: '?' as const, setter: admin, creation_date: time, modification_date: time },
  requestee: `person${n}@example.com`,
})

const bug = (id: number, more: Partial<BugRecord>): BugRecord => ({
  ...{ kind: 'bug', id, summary: 'A bug of many things', product: heavy.product, component: 'Component 0' },
  ...{ version: 'Version 0', target_milestone: 'Milestone 0', status: 'CONFIRMED', priority: 'Normal' },
  ...{ severity: 'normal', platform: 'All', op_sys: 'All', is_confirmed: true, creator: admin, assigned_to: admin },
  ...{ creation_time: time, last_change_time: time, ...more },
})
const comment = (text: string) => ({ text, creator: admin, time })

/** In the order in which they are imported. */
export function manyRecords(): readonly (readonly TrackerRecord[])[] {
  const keywords = list(500, (n) => `keyword-${n}`)
  const groups = list(200, (n) => `group-${n}`)
  const controls = groups.map((group): TrackerRecord => ({
    ...{ kind: 'group_control', product: heavy.product, group, member_control: 'shown', other_control: 'shown' },
  }))
  const things = {
    ...{ keywords, groups, cc: list(900, (n) => `person${n}@example.com`), flags: list(300, flag) },
    ...{ depends_on: list(400, (n) => n + 1), blocks: list(400, (n) => n + 500) },
    ...{ see_also: list(300, (n) => `https://bugs.debian.org/${n + 1}`), alias: list(100, (n) => `thing-${n}`) },
    custom_fields: Object.fromEntries(fields.map((name) => [name, list(100, (n) => `Value ${n}`)])),
    comments: list(200, (n) => ({ ...comment(`Part ${n}`), tags: list(20, (tag) => `tag-${n}-${tag}`) })),
  }
  const wide = {
    ...{ summary: 'wide '.repeat(50), whiteboard: 'white '.repeat(100), keywords: keywords.slice(0, 30) },
    ...{ url: `https://example.com/${'long/'.repeat(40)}`, comments: [comment('It is wide')] },
  }
  return [
    [
      ...groups.map((name): TrackerRecord => ({ kind: 'group', name, description: `The ${name}` })),
      ...list(2000, (n): TrackerRecord => ({ kind: 'user', name: `person${n}@example.com`, real_name: `Person ${n}` })),
      ...list(200, (n): TrackerRecord => ({ kind: 'classification', name: `Class ${n}` })),
      ...keywords.map((name): TrackerRecord => ({ kind: 'keyword', name, description: `About ${name}` })),
    ],
    fields.map((name): TrackerRecord => ({ kind: 'field', name, display_name: name, type: 3 })),
    fields.flatMap((field) => list(100, (n): TrackerRecord => ({ kind: 'value', field, name: `Value ${n}` }))),
    list(300, (n): TrackerRecord => ({
      ...{ kind: 'product', name: `Small ${n}`, description: 'One of many', classification: `Class ${n % 200}` },
      components: list(3, (part) => ({ name: `Part ${part}`, default_assigned_to: admin })),
    })),
    list(100, (n): TrackerRecord => ({
      ...{ kind: 'flag_type', name: `flag ${n}`, target_type: 'bug', scopes: [{ product: heavy.product }] },
    })),
    controls,
    [
      bug(many.things, things),
      bug(many.remarks, { summary: 'Very many short comments', comments: list(5000, (n) => comment(`Remark ${n}`)) }),
    ],
    list(wideBugs, (n) => bug(many.wide + n, wide)),
  ]
}

/** Things that are a person's own. */
export async function addOwnThings(own: Operations): Promise<void> {
  for (let n = 0; n < 200; n++)
    await own.savedSearches.save({ name: `Search ${n}`, query: `product=${heavy.product}&keywords=keyword-${n}` })
  for (let n = 0; n < 90; n++) await own.apiKeys.create({ description: `Key ${n}` })
  for (let n = 0; n < 10; n++) await own.tags.update({ ids: [many.things], add: list(50, (tag) => `mine-${n}-${tag}`) })
  await own.watches.update({ add: list(100, (n) => `person${n}@example.com`) })
}
