import * as z from 'zod'
import { count, id } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { content } from '../../domain/attachments/fields.js'
import { readSlice } from '../../domain/inbound/content.js'
import { inboundWays, requireItems, type InboundWay } from '../../domain/inbound/find.js'
import { TrackerError } from '../../kernel/errors.js'

/** In bytes. */
const largestSlice = 33_554_432

export const inboundContent = defineRead({
  name: 'inbound.content',
  summary: 'Get the content of a held or failed item',
  description:
    'Returns a held or failed email message as it came in, or a held report as JSON. For administrators; held ones also for callers who can ' +
    'accept them.\n\n' +
    'Fails with `object_does_not_exist` for an ID, and for an item without content.',
  errors: ['object_does_not_exist'],
  examples: [{ title: 'A failed message', code: 'const { data } = await admin.inbound.content({ id: 3 })' }],
  access: 'required',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the item.' }),
    offset: count.default(0).meta({ description: 'The first byte.' }),
    length: count.default(largestSlice).meta({ description: 'The most bytes; default and maximum: 32 MB.' }),
  }),
  output: z.object({
    data: content.meta({ description: 'The message, or this part of it.' }),
    size: z.int().meta({ description: 'Bytes of the whole message.' }),
    way: z.enum(inboundWays).meta({ description: '`report`: it is JSON.' }),
    time: z.date().meta({ description: 'Time of the outcome.' }),
  }),
  async run(tx, { id: itemId, offset, length }, call) {
    const [item] = await requireItems(tx, call, [itemId], { field: 'id' })
    const found = await readSlice(tx, itemId, { offset, length: Math.min(length, largestSlice) })
    if (item && found) return { ...found, way: item.way as InboundWay, time: item.time }
    throw new TrackerError('object_does_not_exist', { kind: 'content of item', field: 'id', value: itemId })
  },
})
