import { z } from 'zod'
import { oneOrMany, id, rawText } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Where } from '../../schema/index.js'
import { extent, extentOf, listPage, readListPage } from '../../search/parameters/limits.js'
import { loadUsers } from '../../domain/users/find.js'

const entry = z.object({
  id: z.int(),
  at: z.date(),
  /** The login name of who did it; null for the embedding program itself. */
  user: z.string().nullable(),
  /** The kind of object: Product, Component, Group, User, Parameter … */
  class: z.string(),
  /** 0 for parameters, which have names only. */
  object_id: z.int(),
  /** The changed field, or __create__ and __remove__ with the name of the object. */
  field: z.string(),
  removed: z.string().nullable(),
  added: z.string().nullable(),
})

/**
 * Reads the log of administrative changes, newest first.
 *
 * `class`: only changes of these kinds, such as 'Product' or 'Tracker::Product'. `object_id`: of the object with this id.
 * `since`: made then or later. `limit`: at most so many, default 100, no more than 1000; `offset`: without the first ones. A
 * cut answer says so with `limit` and `offset`.
 *
 * @throws auth_failure (304) for others than administrators
 * @example const { audit_log } = await admin.audit.get({ class: 'Group', since: new Date('2026-01-01') })
 */
export const getAuditLog = defineRead({
  name: 'audit.get',
  summary: 'The log of administrative changes',
  access: 'required',
  right: { group: 'admin', action: 'read the audit log' },
  input: z.strictObject({
    class: oneOrMany(rawText).default([]),
    object_id: id.optional(),
    since: z.date().optional(),
    ...listPage,
  }),
  output: z.object({
    audit_log: z.array(entry),
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
