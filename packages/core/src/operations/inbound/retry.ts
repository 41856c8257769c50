import * as z from 'zod'
import { holdsDeliveries } from '../../call/mail-outbox.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireItems } from '../../domain/inbound/find.js'
import { decided, itemIds } from '../../domain/inbound/outcome.js'
import { TrackerError } from '../../kernel/errors.js'

export const retryInbound = defineWrite({
  name: 'inbound.retry',
  runsOutside: 'receive held mail',
  summary: 'Receive failed email again',
  description:
    'Receives failed email messages again, as if they had just arrived. Messages that are refused stay failed, with the ' +
    'reason, and can be retried.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `object_does_not_exist` for an ID; ' +
    '`inbound_not_possible` for an item that has not failed; `mail_reader_missing` if this process cannot read email; ' +
    '`deliveries_on_hold` while the tracker receives no email.',
  errors: [
    'auth_failure',
    'deliveries_on_hold',
    'inbound_not_possible',
    'mail_reader_missing',
    'object_does_not_exist',
  ],
  examples: [{ title: 'Try again', code: 'const { items } = await admin.inbound.retry({ ids: [3] })' }],
  access: 'required',
  right: { group: 'admin', action: 'receive email again' },
  isApart: () => true,
  input: z.strictObject({ ids: itemIds }),
  output: decided,
  async run(tx, { ids }, call) {
    if (holdsDeliveries(call.catalogue)) throw new TrackerError('deliveries_on_hold')
    const rows = await requireItems(tx, call, ids, { outcome: 'failed' })
    return { items: rows.map(({ id }) => ({ id, outcome: 'failed', reason: 'unreadable', bugs: [] })) }
  },
})
