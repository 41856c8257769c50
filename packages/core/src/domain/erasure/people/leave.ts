// Removes an erased person from requests that name them.
import type { Call } from '../../../call/context.js'
import { groupBy } from '../../../kernel/collections.js'
import { must } from '../../../kernel/must.js'
import type { Writer } from '../../../schema/index.js'
import { compareText } from '../../../store/index.js'
import { asChangeOf } from '../../bugs/state/change-time.js'
import { noteRewritten } from '../write.js'

/** Clears requests of the person, with entries in the history of the bugs. */
export async function clearRequests(tx: Writer, call: Call, userId: number, pseudonym: string): Promise<void> {
  const asked = { col: 'requestee_id', eq: userId } as const
  const open = { and: [asked, { col: 'status', eq: '?' } as const] }
  const flags = await tx.select({ from: 'flags', where: open })
  await tx.delete('flags', open)
  await tx.update('flags', asked, { requestee_id: null })
  if (flags.length === 0) return
  const bugs = await tx.select({
    from: 'bugs',
    where: { col: 'id', in: [...new Set(flags.map(({ bug_id }) => bug_id))] },
  })
  const ofBug = groupBy(flags, ({ bug_id }) => bug_id)
  const historyOf = (id: number) =>
    Array.from(
      groupBy(ofBug.get(id) ?? [], ({ attachment_id }) => attachment_id),
      ([attachment_id, some]) => ({
        field: 'flagtypes.name',
        removed: some
          .map(
            ({ type_id }) => `${must(call.catalogue.flagTypes.get(type_id), 'flag type', type_id).name}?(${pseudonym})`,
          )
          .toSorted(compareText)
          .join(', '),
        added: '',
        ...(attachment_id !== null && { attachment_id }),
      }),
    )
  await noteRewritten(
    tx,
    asChangeOf(call, bugs),
    bugs.map((bug) => ({ bug, history: historyOf(bug.id) })),
  )
}
