// Bugs that are as heavy as a tracker permits, and a product with very many parts, as records for an import.
import type { TrackerRecord } from '@trackerkit/core/moving'

const admin = 'admin@example.com'
const at = (second: number) => new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString()

/** Numbers of the heavy bugs and of their attachments, by what is heavy in them. */
export const heavy = {
  product: 'Heavy',
  comments: 20_001,
  links: 20_002,
  quotes: 20_003,
  parts: 20_004,
  history: 20_005,
  files: 20_006,
  graph: 20_100,
  dense: 20_200,
  patch: 90_001,
  patchOfFiles: 90_002,
  log: 90_003,
} as const

/** Each of these bugs waits for all before it: 1,770 edges, and 19,900. */
const [graphSize, denseSize] = [60, 200]

const placed = (name: string, sort_key: number) => ({ name, sort_key })
const names = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind} ${n}`)

const product: TrackerRecord = {
  kind: 'product',
  name: heavy.product,
  description: 'With very many parts',
  components: names('Component', 1000).map((name) => ({ name, default_assigned_to: admin })),
  versions: names('Version', 1000).map(placed),
  milestones: names('Milestone', 1000).map(placed),
}

type BugRecord = Extract<TrackerRecord, { readonly kind: 'bug' }>

function bug(id: number, summary: string, more: Partial<BugRecord> = {}): BugRecord {
  return {
    kind: 'bug',
    id,
    summary,
    ...{ product: heavy.product, component: 'Component 0', version: 'Version 0', target_milestone: 'Milestone 0' },
    ...{ status: 'CONFIRMED', priority: 'Normal', severity: 'normal', platform: 'All', op_sys: 'All' },
    ...{ is_confirmed: true, creator: admin, assigned_to: admin, creation_time: at(0), last_change_time: at(5000) },
    ...more,
  }
}

const comment = (text: string, n: number) => ({ text, creator: admin, time: at(n) })
const entry = (n: number) => ({
  when: at(n),
  who: admin,
  changes: [{ field_name: 'whiteboard', removed: `step ${n}`, added: `step ${n + 1}` }],
})
const attachment = (id: number, more: { readonly content_type: string; readonly is_patch?: boolean }) => ({
  id,
  creator: admin,
  creation_time: at(1),
  last_change_time: at(1),
  file_name: `file ${id}`,
  summary: `A file ${id}`,
  ...more,
})
const content = (id: number, text: string): TrackerRecord => ({
  kind: 'attachment_content',
  id,
  data: Buffer.from(text),
})

function bugs(): BugRecord[] {
  const many = Array.from({ length: 300 }, (_, n) => attachment(91_000 + n, { content_type: 'text/plain' }))
  return [
    bug(heavy.comments, 'Many long comments', {
      comments: Array.from({ length: 600 }, (_, n) => comment('bug 1 '.repeat(3333), n)),
    }),
    bug(heavy.links, 'Links', { comments: [0, 1, 2].map((n) => comment('http://a.example/b '.repeat(3400), n)) }),
    bug(heavy.quotes, 'Quotes', {
      comments: [
        comment('> a\nb\n'.repeat(10_000), 0),
        comment('>'.repeat(65_000), 1),
        comment('😀'.repeat(32_000), 2),
      ],
    }),
    bug(heavy.parts, 'Very many parts', {
      comments: [comment('See the parts', 0)],
      cc: Array.from({ length: 900 }, (_, n) => `user${n}@example.com`),
      alias: names('heavy', 50).map((name) => name.replace(' ', '-')),
      see_also: Array.from({ length: 200 }, (_, n) => `https://bugs.debian.org/${n + 1}`),
      attachments: many,
    }),
    bug(heavy.history, 'Much history', {
      comments: [comment('It goes on', 0)],
      history: Array.from({ length: 3000 }, (_, n) => entry(n)),
    }),
    bug(heavy.files, 'Large files', {
      comments: [comment('See the files', 0)],
      attachments: [
        attachment(heavy.patch, { content_type: 'text/plain', is_patch: true }),
        attachment(heavy.patchOfFiles, { content_type: 'text/plain', is_patch: true }),
        attachment(heavy.log, { content_type: 'text/plain' }),
      ],
    }),
    ...graph(heavy.graph, graphSize),
    ...graph(heavy.dense, denseSize),
  ]
}

function graph(first: number, size: number): BugRecord[] {
  return Array.from({ length: size }, (_, n) =>
    bug(first + n, `Part ${n} of the graph`, {
      comments: [comment('It waits', 0)],
      depends_on: Array.from({ length: n }, (_all, before) => first + before),
    }),
  )
}

/** All of them, in the order in which they are imported. */
export function heavyRecords(): readonly (readonly TrackerRecord[])[] {
  const fileOf = (n: number) => `--- a/f${n}\n+++ b/f${n}\n@@ -1 +1 @@\n-old line ${n}\n+new line ${n}\n`
  const files = Array.from({ length: 6000 }, (_, n) => fileOf(n)).join('')
  return [
    [product],
    bugs(),
    [
      content(heavy.patch, `--- a/f\n+++ b/f\n@@ -0,0 +1,100000 @@\n${'+\n'.repeat(100_000)}`),
      content(heavy.patchOfFiles, files),
      content(heavy.log, 'a line of the log\n'.repeat(55_000)),
    ],
  ]
}
