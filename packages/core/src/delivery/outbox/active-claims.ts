// Tracks the rows this tracker is delivering and renews their claims until they are finished.
import { claimLength, renewClaims, type Claimant, type OutboxEntity } from './claims.js'
import { writeInBackground, type BackgroundContext } from '../../call/background-context.js'

interface InHandOptions {
  readonly context: BackgroundContext
  readonly entity: OutboxEntity
  readonly me: Claimant
  /** Called whenever a row is finished. */
  readonly onRoom: () => void
  /** Log messages for a failure to record the outcome and for a failure to renew claims. */
  readonly failures: { readonly end: string; readonly renewal: string }
}

export function createInHand<R extends { readonly id: number }>(options: InHandOptions) {
  const { context, entity, me, onRoom, failures } = options
  const { logger } = context.environment
  const inHand = new Map<number, { readonly row: R; readonly work: Promise<void> }>()
  let renewal: NodeJS.Timeout | undefined

  function renew(): void {
    const ids = [...inHand.keys()]
    writeInBackground(context, (tx, now) => renewClaims(tx, entity, me, now, ids)).catch((error: unknown) =>
      logger.warn(failures.renewal, { error }),
    )
  }

  return {
    size: () => inHand.size,
    rows: (): R[] => Array.from(inHand.values(), ({ row }) => row),
    /** Takes a row that has been claimed, until the work with it is over. */
    take(row: R, dealing: Promise<void>): void {
      const { id } = row
      const work = dealing
        .catch((error: unknown) => logger.warn(failures.end, { id, error }))
        .then(() => {
          inHand.delete(id)
          if (inHand.size === 0) clearInterval(renewal)
          onRoom()
        })
      if (inHand.size === 0) renewal = setInterval(renew, claimLength / 3).unref()
      inHand.set(id, { row, work })
    },
    /** Resolves when nothing is in hand any more. */
    async idle(): Promise<void> {
      while (inHand.size > 0) await Promise.all(Array.from(inHand.values(), ({ work }) => work))
    },
  }
}
