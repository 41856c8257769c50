import * as z from 'zod'
import { fieldFilter, id, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { codeHosts, type CodeHost } from '../../code/code-event.js'
import { urlOfHost, type CodeHook } from '../../domain/code-hooks/find.js'
import { closingRules } from '../../domain/code-hooks/inputs.js'
import { loadLogins } from '../../domain/users/find.js'
import { productNames } from '../../domain/webhooks/scope.js'
import type { Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'

const texts = z.array(z.string())

const view = z
  .object({
    id: z.int().meta({ description: 'ID of the code hook.' }),
    name: z.string().meta({ description: 'Name.' }),
    host: z.enum(codeHosts).meta({ description: 'The kind of git host.' }),
    url: z.string().meta({ description: 'URL for the settings of the host.' }),
    account: z
      .string()
      .meta({ ref: 'user', description: 'Login of the account with whose permissions the hook acts.' }),
    repositories: texts.meta({ description: 'Repositories. Empty: all.' }),
    product: texts.meta({ description: 'Products of the bugs. Empty: all.' }),
    closes: z.enum(closingRules).meta({ description: 'Which bugs a merge closes.' }),
    status: z.string().meta({ description: 'Status of bugs that a merge closes.' }),
    resolution: z.string().meta({ description: 'Resolution of bugs that a merge closes.' }),
    branches: texts.meta({ description: 'Branches whose merges close bugs. Empty: the default branch.' }),
    numbers: z.boolean().meta({ description: 'Whether `#12` after a verb refers to a bug.' }),
    is_enabled: z.boolean().meta({ description: 'Whether requests are accepted.' }),
    last_time: z.date().nullable().meta({ description: 'Time of the last request with a valid signature.' }),
    creation_time: z.date().meta({ description: 'Time of creation.' }),
  })
  .meta({ id: 'CodeHook', description: 'A code hook, without its secrets.' })

type View = z.output<typeof view>

export const getCodeHooks = defineRead({
  name: 'codeHooks.get',
  summary: 'List code hooks',
  description:
    'Returns code hooks, oldest first: those with these `ids`, or all. Missing ones are omitted. For ' +
    'administrators.',
  errors: ['auth_failure'],
  examples: [{ title: 'All code hooks', code: 'const { code_hooks } = await admin.codeHooks.get()' }],
  access: 'required',
  right: { group: 'admin', action: 'see code hooks' },
  scope: 'admin',
  filters: 'code_hooks',
  input: z.strictObject({
    ids: list(id).optional().meta({ description: 'IDs of the code hooks. Defaults to all.' }),
    ...fieldFilter,
  }),
  output: z.object({ code_hooks: z.array(view).meta({ description: 'Code hooks, oldest first.' }) }),
  async run(tx, { ids, ...fields }, call) {
    const where = ids ? ({ col: 'id', in: ids } as const) : { and: [] }
    const rows = await tx.select({ from: 'code_hooks', where, order: [{ col: 'id' }] })
    const loginOf = await loadLogins(
      tx,
      rows.map((row) => row.user_id),
    )
    const filter = createFieldFilter(fields)
    return { code_hooks: rows.map((row) => filter.pick(viewHook(call, row, loginOf(row.user_id)))) as View[] }
  },
})

function viewHook(call: Call, row: CodeHook, account: string): View {
  const { id: hookId, name, status, resolution, numbers, is_enabled, last_time, creation_time } = row
  const host = row.host as CodeHost
  return {
    id: hookId,
    name,
    host,
    url: urlOfHost(call, host),
    account,
    repositories: row.repositories as string[],
    product: productNames(call, row.product_ids as number[]),
    closes: row.closes as View['closes'],
    status,
    resolution,
    branches: row.branches as string[],
    numbers,
    is_enabled,
    last_time,
    creation_time,
  }
}
