import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { newEpoch } from '../../feed/epoch.js'
import { positionAt, readFeedState } from '../../feed/position.js'

export const restartChanges = defineWrite({
  name: 'changes.restart',
  summary: 'Begin the change feed anew',
  description:
    'Tells all readers of the change feed that entries were lost: with what they have they get `changes_gone`, and ' +
    'take a full copy. Due after an older state of the database has been put back by hand; otherwise numbers that ' +
    'readers have seen would be given to other entries. Mail is not affected.',
  errors: ['auth_failure'],
  examples: [{ title: 'After a backup was put back', code: 'await admin.changes.restart()' }],
  access: 'required',
  right: { group: 'admin', action: 'restart the change feed' },
  input: z.strictObject({}),
  output: z.object({
    next: z.string().meta({ description: 'Where the new feed begins, for `since` of changes.get.' }),
  }),
  async run(tx, _input, call) {
    const state = { ...(await readFeedState(tx)), feed_epoch: newEpoch(call.environment) }
    await tx.update('installation', { col: 'id', eq: 1 }, { feed_epoch: state.feed_epoch })
    return { next: positionAt(state, state.change_seq) }
  },
})
