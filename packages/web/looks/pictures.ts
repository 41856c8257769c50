// The pages to store as pictures, and the tracker that they show: always the same, at the same time.
import { memoryStore } from '@trackerkit/adapter-memory'
import type { Tracker } from '@trackerkit/core'
import { openDemo } from '../../cli/src/demo/fill.js'
import { administrator } from '../../cli/src/demo/setting.js'

export const now = new Date('2026-06-01T09:30:00Z')

export interface Picture {
  readonly name: string
  readonly path: string
  /** The user; undefined: logged out. */
  readonly as?: string | undefined
}

export interface Shown {
  readonly tracker: Tracker
  readonly password: string
  readonly pictures: readonly Picture[]
}

const patch = `--- a/src/berths/calendar.ts
+++ b/src/berths/calendar.ts
@@ -12,5 +12,7 @@ export function weekOf(day: Day): Week {
   const first = startOfWeek(day)
-  return range(first, first + 7)
+  // Weeks in which the clocks change have an hour more or less.
+  const last = addDays(first, 7)
+  return range(first, last)
 }
 
 export function isFree(berth: Berth, week: Week): boolean {
`

/** The demo tracker with more: a milestone, a keyword, a patch, a group, saved searches. */
export async function createShown(): Promise<Shown> {
  const tracker = await openDemo(memoryStore(), now)
  const { login, password } = administrator
  const system = tracker.asSystem(login)
  await system.users.update({ names: [login], full_name: 'Ines Novak', groups: { add: ['editbugs'] } })
  await system.milestones.create({ product: 'Harbor', name: '4.0', sort_key: 10 })
  await system.keywords.create({ name: 'papercut', description: 'Small, and annoying each time.' })
  await system.groups.create({ name: 'crew', description: 'Who works at the harbor' })
  const admin = tracker.as({ login })
  const { bugs } = await admin.bugs.search({ product: ['Harbor'], include_fields: ['id', 'status', 'depends_on'] })
  const tied = bugs.toSorted((a, b) => b.depends_on.length - a.depends_on.length)[0]
  const { bugs: told } = await admin.comments.get({ ids: bugs.map(({ id }) => id) })
  const busiest = Object.entries(told).toSorted(([, a], [, b]) => b.comments.length - a.comments.length)[0]?.[0]
  const bug = Number(busiest)
  await admin.bugs.update({
    ids: [bug],
    assigned_to: login,
    target_milestone: '4.0',
    keywords: { add: ['regression'] },
    priority: 'High',
  })
  const file = { file_name: 'weeks.patch', summary: 'Count weeks in days', content_type: 'text/plain', is_patch: true }
  const { ids } = await admin.attachments.create({ ids: [bug], ...file, data: Buffer.from(patch) })
  await admin.comments.create({
    id: bug,
    comment: 'See https://example.com/berths and bug 3.\n> the week of the change\n\nThe patch mends it.',
  })
  await admin.savedSearches.save({ name: 'Harbor 4.0', query: 'product=Harbor&target_milestone=4.0' })
  // Ben has much to do.
  const ben = 'ben@example.com'
  await system.users.update({ names: [ben], password })
  await tracker
    .as({ login: ben })
    .savedSearches.save({ name: 'Mine in Harbor', query: 'product=Harbor&status=__open__' })
  const pictures = [
    { name: 'list', path: '/bugs?status=__open__', as: login },
    { name: 'bug', path: `/bug/${bug}`, as: login },
    { name: 'new', path: '/new?product=Harbor&summary=Calendar%20shows%20the%20wrong%20week', as: login },
    { name: 'attachment', path: `/attachment/${ids[0]}`, as: login },
    { name: 'dashboard', path: '/dashboard', as: ben },
    { name: 'product', path: '/products/Harbor', as: login },
    { name: 'charts', path: '/charts?product=Harbor', as: login },
    { name: 'graph', path: `/bug/${tied?.id ?? bug}/graph`, as: login },
    { name: 'home', path: '/' },
    { name: 'login', path: '/login' },
    { name: 'settings', path: '/me', as: login },
    { name: 'workflow', path: '/admin/workflow', as: login },
  ]
  return { tracker, password, pictures }
}
