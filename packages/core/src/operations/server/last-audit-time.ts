import * as z from 'zod'
import { oneOrMany, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'

/** `Tracker::Product`, also in the spelling that existing clients use. */
const className = /^(?:Tracker|Bugzilla)(?:::\w+)*$/

// Contract: Server information.
export const lastAuditTime = defineRead({
  name: 'server.lastAuditTime',
  summary: 'Get the time of the last configuration change',
  description:
    'Returns the time of the last configuration change, the newest entry of the audit log, or null if ' +
    'there is none.',
  examples: [
    {
      title: 'Get the time of the last change of a product',
      code: "const { last_audit_time } = await tracker.as(null).server.lastAuditTime({ class: ['Tracker::Product'] })",
    },
  ],
  access: 'optional',
  input: z.strictObject({
    class: oneOrMany(word)
      .default([])
      .meta({
        description:
          'Types of objects: `Tracker::Product`, `Tracker::Component`, `Tracker::User` …; other formats are ' +
          'ignored.',
      }),
  }),
  output: z.object({
    last_audit_time: z.date().nullable().meta({ description: 'Time of the newest entry; null if there is none.' }),
  }),
  async run(tx, input) {
    const kinds = input.class.filter((name) => className.test(name)).map((name) => name.replace(/^\w+(::)?/, ''))
    const [newest] = await tx.select({
      from: 'audit_log',
      where: kinds.length > 0 ? { col: 'class', in: kinds } : undefined,
      order: [{ col: 'at', desc: true }],
      limit: 1,
      columns: ['at'],
    })
    return { last_audit_time: newest?.at ?? null }
  },
})
