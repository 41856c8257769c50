// Slow preparation of a write, such as hashing, between a transaction that permits it and the one that writes.
import type { Preparation } from '../call/define/operation.js'
import { instrument } from '../call/instrument.js'
import { retrying } from '../call/retry.js'
import type { Reader, Writer } from '../schema/index.js'
import { noEffects } from './session/effects.js'
import { begin, checkAnswer, invoke, type Invocation, type Invoked, type InvokeSession } from './invoke.js'
import { ours, writeOptionsOf, writesIn } from './own-work.js'

/** Prepares and runs a write. Only a caller who may use the operation causes the preparation, and only if it has not been done yet. */
export async function prepareAndInvoke(
  invocation: Invocation,
  session: InvokeSession,
  preparation: Preparation,
  signal: AbortSignal | undefined,
): Promise<Invoked> {
  const { operation } = invocation
  const { environment, store } = preparation
  const prepareOnce = async () => {
    const { begun, replay } = await store.read(async (bare) => {
      const tx = instrument(bare, invocation)
      const begun = await begin(tx, invocation, session)
      const replay = await begun.once?.find(tx)
      if (!replay) await operation.mayPrepare?.(tx, begun.input, begun.call)
      return { begun, replay }
    }, ours)
    return { replay, prepared: replay ? undefined : await operation.prepare?.(begun.input, preparation, begun.call) }
  }
  const { replay, prepared } = await retrying(environment, prepareOnce, { signal })
  if (replay) return { answer: checkAnswer(replay.answer, invocation, session), effects: noEffects(), isReplay: true }
  const prepare = async () => prepared
  const perform = (tx: Reader | Writer) => invoke(tx, invocation, { ...session, prepare })
  const once = writesIn(invocation)
    ? () => store.write(perform, writeOptionsOf(invocation, session))
    : () => store.read(perform, ours)
  return retrying(environment, once, { signal })
}
