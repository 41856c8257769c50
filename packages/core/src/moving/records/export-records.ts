import type { Bug, Operations } from '@trackerkit/types'
import { createPeopleWriter } from './export-people.js'
import { exportParts } from './export-bugs.js'
import { exportSetUp } from './export-configuration.js'
import type { TrackerRecord } from './record.js'

/** Bugs that are read at once. */
const atOnce = 100

/**
 * What somebody may see of a tracker, as records: the set-up, people, and bugs with everything that belongs to them, one bug after the
 * other, which `importRecords` takes over elsewhere. Some bugs are read at a time, and one content; the tracker may be in use. What is
 * personal stays: passwords, keys, settings, saved searches, tags of one's own.
 *
 * @param operations of whoever's eyes count: `tracker.asSystem()` for everything, `tracker.as({ login })` for what one person sees
 * @example
 * console.log(JSON.stringify({ trackerkit_records: 1 }))
 * for await (const record of exportRecords(tracker.asSystem())) console.log(JSON.stringify(record))
 */
export async function* exportRecords(operations: Operations): AsyncGenerator<TrackerRecord> {
  const people = createPeopleWriter(operations)
  const groups = new Set<string>()
  for await (const record of exportSetUp(operations, people)) {
    if (record.kind === 'group') groups.add(record.name)
    yield record
  }
  yield* people.all()
  for await (const bugs of pagesOf(operations)) {
    // Who is in a group sees its name on bugs, without being told of groups.
    for (const name of new Set(bugs.flatMap((bug) => bug.groups))) {
      if (groups.has(name)) continue
      groups.add(name)
      yield { kind: 'group', name }
    }
    yield* exportParts(operations, people, bugs)
  }
}

async function* pagesOf({ bugs }: Operations): AsyncGenerator<Bug[]> {
  let cursor: string | undefined = '*'
  while (cursor !== undefined) {
    const answer: { bugs: Bug[]; next_cursor?: string } = await bugs.search({ cursor, order: 'bug_id', limit: atOnce })
    if (answer.bugs.length > 0) yield answer.bugs
    cursor = answer.next_cursor
  }
}
