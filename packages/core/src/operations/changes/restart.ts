import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { newEpoch } from '../../feed/epoch.js'
import { positionAt, readFeedState } from '../../feed/position.js'

export const restartChanges = defineWrite({
  name: 'changes.restart',
  summary: 'Restart the change feed',
  description:
    'Invalidates the positions of all readers of the change feed: they get `changes_gone`, and must take ' +
    'a full copy. Required after an older state of the database was restored manually; otherwise new ' +
    'entries would reuse sequence numbers that readers have seen. Email is not affected.',
  errors: ['auth_failure'],
  examples: [{ title: 'After a backup was restored', code: 'await admin.changes.restart()' }],
  access: 'required',
  right: { group: 'admin', action: 'restart the change feed' },
  input: z.strictObject({}),
  output: z.object({
    next: z.string().meta({ description: 'Start of the new feed, for `since` of `changes.get`.' }),
  }),
  async run(tx, _input, call) {
    const state = { ...(await readFeedState(tx)), feed_epoch: newEpoch(call.environment) }
    await tx.update('installation', { col: 'id', eq: 1 }, { feed_epoch: state.feed_epoch })
    return { next: positionAt(state, state.change_seq) }
  },
})
