// Saved searches keep their text, whether this tracker understands all of it or not.
import { isTrackerError, type Tracker } from '@trackerkit/core'
import type { AddNote } from '../passes/notes.js'
import type { RecordOf } from '../passes/record-of.js'

type PersonalRecord = RecordOf<'personal'>

/** Searches beyond this number are not tried. */
const mostTried = 10_000

/** Runs each saved search as its owner, and reports those that are rejected, or that ignore some of their parameters. */
export async function trySearches(
  tracker: Tracker,
  people: readonly PersonalRecord[],
  { addNote, signal }: { readonly addNote: AddNote; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const searches = people.flatMap(({ user, saved_searches = [] }) =>
    saved_searches.filter(({ kind = 'search' }) => kind === 'search').map(({ name }) => ({ user, name })),
  )
  for (const { user, name } of searches.slice(0, mostTried)) {
    signal?.throwIfAborted()
    try {
      const owner = tracker.as({ login: user }, { handling: 'lenient' })
      const { ignored = [] } = await owner.bugs.search({ savedsearch: name, limit: 1, include_fields: ['id'] })
      if (ignored.length > 0)
        addNote({ kind: 'saved_search', id: `${user}: ${name}`, problem: `it is used without ${ignored.join(', ')}` })
    } catch (error) {
      if (!isTrackerError(error)) throw error
      // Searches of disabled accounts are never run.
      if (isTrackerError(error, 'account_disabled') || isTrackerError(error, 'invalid_username')) continue
      addNote({ kind: 'saved_search', id: `${user}: ${name}`, problem: `it cannot be used here: ${error.message}` })
    }
  }
}
