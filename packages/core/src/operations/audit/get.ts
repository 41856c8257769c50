import * as z from 'zod'
import { oneOrMany, id, rawText } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Where } from '../../schema/index.js'
import { extent, extentOf, listPage, readListPage } from '../../search/parameters/limits.js'
import { loadUsers } from '../../domain/users/find.js'

const entry = z
  .object({
    id: z.int().meta({ description: 'ID of the entry.' }),
    at: z.date().meta({ description: 'Time of the change.' }),
    user: z
      .string()
      .nullable()
      .meta({ ref: 'user', description: 'Login of the user who made the change; null for the embedding program.' }),
    class: z.string().meta({
      description:
        'Type of object: Product, Component, Group, User, Parameter …; `Erasure` for erasures, `Export` for exports, `Import` for imports.',
    }),
    object_id: z.int().meta({ description: 'ID of the object; 0 for parameters, which have only names.' }),
    field: z
      .string()
      .meta({ description: 'The changed field, or __create__ and __remove__ with the name of the object.' }),
    removed: z.string().nullable().meta({ description: 'Previous value; null if there was none.' }),
    added: z.string().nullable().meta({ description: 'New value; null if there is none.' }),
  })
  .meta({ id: 'AuditEntry', description: 'An administrative change.' })

export const getAuditLog = defineRead({
  name: 'audit.get',
  summary: 'Get the audit log',
  description:
    'Returns the log of administrative changes, newest first.\n\n' +
    'A cut response contains `limit` and `offset`.\n\n' +
    'Fails with `auth_failure` for users who are not administrators.',
  errors: ['auth_failure'],
  examples: [
    {
      title: 'Get changes of groups this year',
      code: "const { audit_log } = await admin.audit.get({ class: 'Group', since: new Date('2026-01-01') })",
    },
  ],
  access: 'required',
  reads: 'scan',
  right: { group: 'admin', action: 'read the audit log' },
  input: z.strictObject({
    class: oneOrMany(rawText)
      .default([])
      .meta({ description: 'Types of objects, such as `Product` or `Tracker::Product`.' }),
    object_id: id.optional().meta({ description: 'ID of the object.' }),
    since: z.date().optional().meta({ description: 'Only entries at or after this time.' }),
    ...listPage,
  }),
  output: z.object({
    audit_log: z.array(entry).meta({ description: 'Entries, newest first.' }),
    ...extent,
  }),
  async run(tx, input) {
    const { object_id, since } = input
    const page = readListPage(input)
    const kinds = input.class.map((name) => name.replace(/^\w+::/, ''))
    const conditions: Where<'audit_log'>[] = []
    if (kinds.length > 0) conditions.push({ col: 'class', in: kinds })
    if (object_id !== undefined) conditions.push({ col: 'object_id', eq: object_id })
    if (since) conditions.push({ col: 'at', gte: since })
    const rows = await tx.select({
      from: 'audit_log',
      where: { and: conditions },
      order: [
        { col: 'at', desc: true },
        { col: 'id', desc: true },
      ],
      offset: page.offset,
      limit: page.limit + 1,
    })
    const shown = rows.slice(0, page.limit)
    const users = await loadUsers(
      tx,
      shown.flatMap((row) => row.user_id ?? []),
    )
    const audit_log = shown.map(({ user_id, ...row }) => ({
      ...row,
      user: user_id === null ? null : (users.get(user_id)?.login ?? null),
    }))
    return { audit_log, ...extentOf(page, rows.length, undefined) }
  },
})
