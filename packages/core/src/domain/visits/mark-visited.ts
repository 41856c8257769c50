// When a user last looked at a bug: how visits are kept.
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { setMarks } from '../marks/set.js'

/** Sets the user's last visit of bugs, each named once, to now. */
export async function markVisited(tx: Writer, call: Call, user_id: number, bugIds: readonly number[]): Promise<void> {
  await setMarks(tx, user_id, bugIds, { last_visit_ts: call.now })
}
