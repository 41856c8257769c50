// Sends a move to the tracker.
import type { Signal } from '@preact/signals'
import { isTrackerError, type Bug } from '@trackerkit/client'
import type { BugsUpdateInput } from '@trackerkit/client/types'
import { ask } from '../../fields/ask.js'
import { merge, without } from '../../fields/collisions.js'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import type { Changes } from '../../fields/merge.js'
import type { Updated } from '../../fields/reverse.js'
import type { Question } from '../../fields/saver.js'
import type { App } from '../../state/app.js'
import type { Card } from './load.js'

const mostRounds = 3

/** Merges a move into the changes that others have made. Undefined: the user keeps the other value. @throws TrackerError */
export async function sendMove(
  { operations }: App,
  by: string,
  card: Card,
  changes: Partial<BugsUpdateInput> | Changes,
  question: Signal<Question | undefined>,
): Promise<Updated | undefined> {
  const { id, column } = card
  let [base, still]: [object | undefined, Changes] = [undefined, changes as Changes]
  for (let round = 1; ; round++) {
    const view = await operations.bugs.view({ id, comments: 1 })
    const now = fieldText(fieldValue(view.bug, by))
    // Values that differ only in case share a column.
    base ??= { ...card, [by]: now.toLowerCase() === column.toLowerCase() ? now : column }
    const { changes: merged, collisions } = merge(base as Bug, view.bug, still)
    const theirs = collisions.length === 0 ? new Set<string>() : await ask(question, collisions, view)
    if (!theirs || theirs.has(by)) return undefined
    still = without(merged, theirs)
    base = view.bug
    if (Object.keys(still).length === 0) return { base: view.bug, changes: still, reported: {} }
    try {
      const { update_token } = view.bug
      const token = update_token !== undefined && { update_token }
      const { bugs } = await operations.bugs.update({ ids: [id], ...token, ...still })
      return { base: view.bug, changes: still, reported: bugs[0]?.changes ?? {} }
    } catch (error) {
      if (!isTrackerError(error, 'conflict') || round >= mostRounds) throw error
    }
  }
}
