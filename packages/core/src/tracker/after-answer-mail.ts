// What is looked up once a call has been answered, to find out whether anybody is to be told by mail.
import { writeFacts } from '../call/mail-outbox.js'
import { answerTime, type Preparation } from '../call/define/operation.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { Effects } from './effects.js'

interface FinderParts extends Pick<Preparation, 'store' | 'environment' | 'afterwards'> {
  /** Looks after mail, where this process sends any. */
  readonly wake: () => void
}

/** Makes the function that begins it: late enough that it holds up nothing of the answer. */
export function createFinder({ store, environment, afterwards, wake }: FinderParts) {
  return ({ toFindOut }: Effects): void => {
    for (const find of toFindOut) {
      afterwards(async () => {
        const now = environment.clock()
        await writeToKnownSchema(store, async (tx) => writeFacts(tx, now, await find(tx, now)))
        wake()
      }, answerTime)
    }
  }
}
