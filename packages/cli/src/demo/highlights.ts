// The last two weeks of the administrator: work, requests, files, a restricted bug, saved searches.
import type { Operations } from '@trackerkit/core'
import { yearInMinutes, type DemoEvent } from './plan.js'
import { chart } from './picture.js'
import { openBugs } from './spread.js'
import { loginOf } from './setting.js'

export interface Highlight {
  readonly at: number
  readonly by: string
  /** `ids`: the numbers of the bugs of the plan. */
  readonly happen: (operations: Operations, ids: readonly number[]) => Promise<unknown>
}

const day = 24 * 60
const admin = loginOf('admin')

/** In order of time, on bugs of which the plan has no later events. */
export function planHighlights(events: readonly DemoEvent[], now: Date): readonly Highlight[] {
  const since = yearInMinutes - 14 * day
  const calm = openBugs(events).filter(({ at }) => at < since)
  const bugAt = (place: number) => calm[place]?.bug ?? 0
  const accounts = new Set(
    events.flatMap((one) => (one.kind === 'file' && one.component === 'Accounts' ? one.bug : [])),
  )
  const account = calm.slice(8).find(({ bug }) => accounts.has(bug))?.bug ?? 0
  const dayAfter = (days: number) => new Date(now.getTime() + days * day * 60_000).toISOString().slice(0, 10)
  const mine = Array.from({ length: 6 }, (_, index) =>
    on(bugAt(index), 13 - 2 * index, index % 2 === 0 ? 'ada' : 'ben', async ({ bugs }, id) =>
      bugs.update({ ids: [id], assigned_to: admin, ...(index > 3 && { status: 'IN_PROGRESS' }) }),
    ),
  )
  const due = [3, 12].map((days, index) =>
    on(bugAt(index), 10 - index, 'admin', async ({ bugs }, id) =>
      bugs.update({ ids: [id], deadline: dayAfter(days), priority: 'High' }),
    ),
  )
  return [
    ...mine,
    ...due,
    ...requests(bugAt),
    ...files(bugAt(4)),
    formatted(bugAt(5)),
    restricted(account),
    searches,
  ].toSorted((a, b) => a.at - b.at)
}

/** Something that happens to a bug some days before the end. */
function on(
  bug: number,
  daysAgo: number,
  by: string,
  act: (operations: Operations, id: number) => Promise<unknown>,
): Highlight {
  const at = yearInMinutes - daysAgo * day + (bug % 600) - 600
  return { at, by, happen: async (operations, ids) => act(operations, ids[bug] as number) }
}

/** Two of the administrator, one by them. */
function requests(bugAt: (place: number) => number): readonly Highlight[] {
  const ask = (place: number, daysAgo: number, by: string, requestee: string, comment: string) =>
    on(bugAt(place), daysAgo, by, async ({ bugs }, id) =>
      bugs.update({ ids: [id], flags: [{ name: 'needinfo', status: '?', requestee }], comment: { body: comment } }),
    )
  return [
    ask(6, 5, 'carmen', admin, 'Which of the two price lists counts here?'),
    ask(7, 3, 'admin', loginOf('grace'), 'Does this still happen with the current version?'),
  ]
}

/** A picture, a patch that replaces another one, and a request for its review. */
function files(bug: number): readonly Highlight[] {
  const attach = (daysAgo: number, by: string, file: object, comment: string) =>
    on(bug, daysAgo, by, async ({ attachments }, id) =>
      attachments.create({ ids: [id], comment, ...(file as { data: Uint8Array; file_name: string; summary: string }) }),
    )
  const picture = {
    data: chart(),
    file_name: 'waiting.png',
    summary: 'Waiting time by hour',
    content_type: 'image/png',
  }
  const patchOf = (timeout: number, is_obsolete: boolean) => ({
    data: new TextEncoder().encode(patch.replace('{timeout}', String(timeout))),
    file_name: 'timeout.patch',
    summary: is_obsolete ? 'First attempt' : 'Wait ten seconds, and try again once',
    is_patch: true,
  })
  return [
    attach(4, 'hugo', picture, 'The bars are the seconds that people wait. It begins at nine.'),
    on(bug, 3, 'ada', async ({ attachments }, id) => {
      const first = { ...patchOf(60, true), content_type: 'text/plain', comment: 'A longer timeout helps.' }
      const { ids } = await attachments.create({ ids: [id], ...first })
      return attachments.update({ ids, is_obsolete: true, comment: 'A minute is too long; there will be another one.' })
    }),
    on(bug, 2, 'ada', async ({ attachments }, id) =>
      attachments.create({
        ids: [id],
        ...patchOf(10, false),
        content_type: 'text/plain',
        comment: 'Now with a second attempt instead.',
        flags: [{ name: 'review', status: '?', requestee: admin }],
      }),
    ),
  ]
}

const patch = `--- a/src/connection.ts
+++ b/src/connection.ts
@@ -3,4 +3,4 @@
 export async function load(address: string): Promise<Response> {
-  const signal = AbortSignal.timeout(1_000)
+  const signal = AbortSignal.timeout({timeout}_000)
   return fetch(address, { signal })
 }
`

const formatted = (bug: number): Highlight =>
  on(bug, 1, 'grace', async ({ comments }, id) =>
    comments.create({
      id,
      is_markdown: true,
      comment:
        'I compared **three** versions:\n\n| version | seconds |\n|---|---|\n| 3.0 | 0.4 |\n| 3.1 | 0.5 |\n| 3.2 | 2.9 |\n\n' +
        '- [x] find the version that made it slow\n- [ ] find the change\n\nThe call that waits is `schedule.reload()`.',
    }),
  )

/** Only members of the group and those whom the bug concerns see it. */
const restricted = (bug: number): Highlight =>
  on(bug, 6, 'admin', async ({ bugs }, id) =>
    bugs.update({
      ids: [id],
      groups: { add: ['security'] },
      comment: { body: 'Others could use this to read foreign bookings, so it stays among us until it is fixed.' },
    }),
  )

const searches: Highlight = {
  at: yearInMinutes - 20,
  by: 'admin',
  happen: async ({ savedSearches }) => {
    await savedSearches.save({ name: 'Urgent', query: 'status=__open__&priority=Highest' })
    await savedSearches.save({ name: 'Customers wait', query: 'status=__open__&keywords=customer' })
    await savedSearches.save({
      name: 'Harbor 3.3',
      query: 'product=Harbor&target_milestone=3.3',
      shared_with: 'editbugs',
    })
  },
}
