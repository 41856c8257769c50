import * as z from 'zod'
import { findVisibleIds } from '../../access/find-bugs.js'
import { id, list, oneOrMany, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { readPreviews } from '../../domain/inbound/content.js'
import { inboundWays, visibleItems } from '../../domain/inbound/find.js'
import { loadUsers } from '../../domain/users/find.js'
import type { Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { extent, extentOf, listPage, readListPage } from '../../search/parameters/limits.js'

const inboundOutcomes = ['begun', 'done', 'nothing', 'held', 'refused', 'failed'] as const

const detail = z.object({
  name: z.string().meta({ description: '`page`, `client`, or the name of a field of the bug.' }),
  value: z.string().meta({ description: 'At most 2,000 characters.' }),
})

const entry = z
  .object({
    id: z.int().meta({ description: 'ID of the item.' }),
    way: z.enum(inboundWays).meta({ description: '`mail`, `code` (git hosts) or `report`.' }),
    source: z.string().meta({
      description: 'The mailbox, `pipe` or `program`; the name of a code hook; the name of the intake of a report.',
    }),
    outcome: z
      .enum(inboundOutcomes)
      .meta({ description: '`begun` is an item that is being read, or was interrupted.' }),
    reason: z.string().meta({ description: 'Why nothing or only a part was done, as one word; otherwise empty.' }),
    user: z.string().nullable().meta({ ref: 'user', description: 'Login of the account; null for none.' }),
    sender: z.string().meta({
      description: 'Address of the sender of email; address in a held report, which is not verified; else empty.',
    }),
    subject: z.string().meta({ description: 'Subject of held email, summary of a held report; else empty.' }),
    text: z.string().optional().meta({ description: 'With `preview`: the first 2,000 characters of a held report.' }),
    files: z.array(z.string()).optional().meta({ description: 'With `preview`: names of the files of a held report.' }),
    details: z.array(detail).optional().meta({
      description: 'With `preview`: page and client of a held report, and the fields that it sets when it is accepted.',
    }),
    product: z.string().nullable().meta({ ref: 'product', description: 'Product of the intake; null without one.' }),
    component: z.string().nullable().meta({ description: 'Component of the intake; null without one.' }),
    bugs: z.array(z.int()).meta({ ref: 'bug', description: 'Changed or new bugs that the caller can see.' }),
    size: z.int().meta({ description: 'Bytes.' }),
    time: z.date().meta({ description: 'Time of the outcome.' }),
  })
  .meta({ id: 'InboundItem', description: 'An item that came in from outside.' })

export const listInbound = defineRead({
  name: 'inbound.list',
  summary: 'List what came in from outside',
  description:
    'Lists email and events of git hosts that came in, newest first unless `oldest_first`. Administrators see all items. Insiders see ' +
    'reports that are held for products into which they can enter bugs; other callers see none.\n\n' +
    'A cut response contains `limit` and `offset`.',
  examples: [{ title: 'Held reports', code: "const { items } = await admin.inbound.list({ outcome: 'held' })" }],
  access: 'required',
  reads: 'scan',
  input: z.strictObject({
    ids: list(id).optional().meta({ description: 'Only these.' }),
    way: oneOrMany(z.enum(inboundWays)).default([]).meta({ description: 'Only items of these kinds.' }),
    outcome: oneOrMany(z.enum(inboundOutcomes)).default([]).meta({ description: 'Only items with these outcomes.' }),
    reason: word.optional().meta({ description: 'Only items with this reason, such as `not_verified`.' }),
    source: word.optional().meta({ description: 'Only items of this source.' }),
    preview: z
      .boolean()
      .default(false)
      .meta({ description: 'Adds the start of the text of held reports, the names of their files, and `details`.' }),
    oldest_first: z.boolean().default(false).meta({ description: 'Reverses the order.' }),
    ...listPage,
  }),
  output: z.object({ items: z.array(entry).meta({ description: 'The items.' }), ...extent }),
  async run(tx, input, call) {
    const page = readListPage(input)
    const conditions: Where<'inbound'>[] = [await visibleItems(tx, call)]
    if (input.ids) conditions.push({ col: 'id', in: input.ids })
    if (input.way.length > 0) conditions.push({ col: 'way', in: input.way })
    if (input.outcome.length > 0) conditions.push({ col: 'outcome', in: input.outcome })
    if (input.reason !== undefined) conditions.push({ col: 'reason', eq: input.reason })
    if (input.source !== undefined) conditions.push({ col: 'source', eq: input.source })
    const { offset, limit } = page
    const desc = !input.oldest_first
    const order = [{ col: 'time', desc } as const, { col: 'id', desc } as const]
    const rows = await tx.select({ from: 'inbound', where: { and: conditions }, order, offset, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const items = await viewItems(tx, call, shown)
    const held = shown.filter((row) => input.preview && row.outcome === 'held').map((row) => row.id)
    const previews = held.length > 0 ? await readPreviews(tx, held) : undefined
    return {
      items: previews ? items.map((item) => ({ ...item, ...previews.get(item.id) })) : items,
      ...extentOf(page, rows.length, undefined),
    }
  },
})

async function viewItems(tx: Reader, call: Call, shown: readonly Row<'inbound'>[]): Promise<z.input<typeof entry>[]> {
  const bugs = await findVisibleIds(tx, call, [...new Set(shown.flatMap((row) => row.bug_ids as number[]))])
  const users = await loadUsers(
    tx,
    shown.flatMap(({ user_id }) => user_id ?? []),
  )
  const intakes = await tx.select({
    from: 'intakes',
    where: { col: 'id', in: shown.flatMap(({ intake_id }) => intake_id ?? []) },
  })
  return shown.map(({ user_id, intake_id, bug_ids, ...row }) => {
    const intake = intakes.find((one) => one.id === intake_id)
    return {
      id: row.id,
      source: row.source,
      reason: row.reason,
      sender: row.sender,
      subject: row.subject,
      size: row.size,
      time: row.time,
      way: row.way as z.input<typeof entry>['way'],
      outcome: row.outcome as z.input<typeof entry>['outcome'],
      user: users.get(user_id ?? 0)?.login ?? null,
      product: call.catalogue.products.get(intake?.product_id ?? 0)?.name ?? null,
      component: call.catalogue.components.get(intake?.component_id ?? 0)?.name ?? null,
      bugs: (bug_ids as number[]).filter((bug) => bugs.has(bug)),
    }
  })
}
