// Work after the commit of a call.
import { noteLastUse, type StaleCredential } from '../auth/last-use.js'
import { answerTime } from '../call/define/operation.js'
import { writeFacts } from '../call/mail-outbox.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { TrackerContext } from './context.js'
import { concernsErasure, concernsMail, concernsWebhooks, type Effects } from './session/effects.js'

/**
 * Notifies listeners, dispatchers and readers of the change feed.
 * @returns after an erasure, a promise that resolves when no file contains the erased data
 */
export function notify(
  { events, mail, webhooks, changes, calls, store }: TrackerContext,
  effects: Effects,
): Promise<void> | undefined {
  events.fire(effects.events)
  if (concernsMail(effects)) mail?.wake()
  if (concernsWebhooks(effects)) webhooks?.dispatcher.wake()
  if (effects.changeEvents.length > 0) changes.wake()
  return concernsErasure(effects) ? calls.complete(async () => store.purgeDeleted?.()) : undefined
}

/** Finds out whether to send email, late enough that the time of the answer does not reveal it. */
export function findMailLater({ calls, environment, store, mail }: TrackerContext, { factFinders }: Effects): void {
  for (const find of factFinders) {
    calls.afterwards(async () => {
      const now = environment.clock()
      await writeToKnownSchema(store, async (tx) => writeFacts(tx, now, await find(tx, now)))
      mail?.wake()
    }, answerTime)
  }
}

/** Notes the last use of credentials, whether their call has failed or not. */
export function noteUseLater(context: TrackerContext, stale: readonly StaleCredential[]): void {
  if (stale.length === 0) return
  context.calls.afterwards(async () => {
    await noteLastUse(context, stale)
    if (stale.some(({ entity }) => entity === 'users')) context.mail?.wake()
  })
}
