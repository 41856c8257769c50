import type { Bug, Operations } from '@trackerkit/types'
import { createPeopleWriter } from './export-people.js'
import { exportParts } from './export-bugs.js'
import { exportSetUp } from './export-configuration.js'
import type { TrackerRecord } from './record.js'

/** Bugs that are read at once. */
const atOnce = 100

/**
 * Exports what a caller may see of a tracker as records for `importRecords`: the configuration, people, and one bug
 * after the other with all its data. Reads some bugs at a time, and one attachment; the tracker may be in use. Personal
 * data stays: passwords, keys, settings, saved searches, personal tags.
 *
 * @param operations with the permissions to use: `tracker.asSystem()` for everything, `tracker.as({ login })` for one
 * user's view
 * @example
 * console.log(JSON.stringify({ trackerkit_records: 1 }))
 * for await (const record of exportRecords(tracker.asSystem())) console.log(JSON.stringify(record))
 */
export async function* exportRecords(operations: Operations): AsyncGenerator<TrackerRecord> {
  const people = createPeopleWriter(operations)
  const groups = new Set<string>()
  const flagTypes = new Set<number>()
  for await (const record of exportSetUp(operations, people)) {
    if (record.kind === 'group') groups.add(record.name)
    if (record.kind === 'flag_type' && record.id !== undefined) flagTypes.add(record.id)
    yield record
  }
  yield* people.all()
  for await (const bugs of pagesOf(operations)) {
    // Members see the group names of bugs even if they may not list groups.
    for (const name of new Set(bugs.flatMap((bug) => bug.groups))) {
      if (groups.has(name)) continue
      groups.add(name)
      yield { kind: 'group', name }
    }
    yield* exportParts({ operations, people, flagTypes }, bugs)
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
