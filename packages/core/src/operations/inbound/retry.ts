import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { requireItems } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'

export const retryInbound = defineWrite({
  name: 'inbound.retry',
  runsOutside: 'receive held mail',
  summary: 'Receive failed email again',
  description:
    'Receives failed email messages again, as if they had just arrived.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `object_does_not_exist` for an ID; ' +
    '`inbound_not_possible` for an item that has not failed; `mail_reader_missing` if this process cannot read email.',
  errors: ['auth_failure', 'object_does_not_exist', 'inbound_not_possible', 'mail_reader_missing'],
  examples: [{ title: 'Try again', code: 'const { items } = await admin.inbound.retry({ ids: [3] })' }],
  access: 'required',
  right: { group: 'admin', action: 'receive email again' },
  isApart: () => true,
  input: z.strictObject({ ids: itemIds }),
  output: decided,
  async run(tx, { ids }, call) {
    const rows = await requireItems(tx, call, ids, { outcome: 'failed' })
    await tx.update('inbound', { col: 'id', in: rows.map(({ id }) => id) }, { attempts: 0 })
    return { items: rows.map(({ id }) => ({ id, outcome: 'failed', reason: 'unreadable', bugs: [] })) }
  },
})
