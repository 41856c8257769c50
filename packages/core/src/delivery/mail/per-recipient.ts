// Limits the messages sent to one recipient at once: if a server does not respond for an address, others do not wait.
import { groupBy } from '../../kernel/collections.js'
import type { NewRow, Where } from '../../schema/index.js'

const mostOfOne = 2

export type Addressed = Pick<NewRow<'mail_outbox'>, 'user_id' | 'address'>

/** Selects recipients for whom there is room. Without it, rows of the others could fill every query. */
export function hasRoomForRecipient(inHand: readonly Addressed[]): Where<'mail_outbox'> {
  const busy = [...groupBy(inHand, recipientOf)].flatMap(([recipient, all]) =>
    all.length >= mostOfOne ? [recipient] : [],
  )
  const addresses = busy.filter((one) => typeof one === 'string')
  const users = busy.filter((one) => typeof one === 'number')
  return {
    not: {
      or: [
        { col: 'address', in: addresses },
        {
          and: [
            { col: 'address', eq: null },
            { col: 'user_id', in: users },
          ],
        },
      ],
    },
  }
}

/** Returns the rows that can be sent beside those in hand. */
export function withinRoom<R extends Addressed>(rows: readonly R[], inHand: readonly Addressed[]): R[] {
  const counts = new Map(Array.from(groupBy(inHand, recipientOf), ([recipient, all]) => [recipient, all.length]))
  return rows.filter((row) => {
    const count = (counts.get(recipientOf(row)) ?? 0) + 1
    counts.set(recipientOf(row), count)
    return count <= mostOfOne
  })
}

/** The address has priority: an account can get a message at another address than its own. */
function recipientOf({ user_id, address }: Addressed): string | number | null {
  return address ?? user_id ?? null
}
