import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { changedObject, createPlan, writePlan, type Plan } from '../../domain/audit/plan.js'
import { requireFreeName, requireHooks, type CodeHook } from '../../domain/code-hooks/find.js'
import { hookInput } from '../../domain/code-hooks/inputs.js'
import { requireOutcome } from '../../domain/code-hooks/values.js'
import { loadLogins, requireUserNamed } from '../../domain/users/find.js'
import { productNames, requireProductIds } from '../../domain/webhooks/scope.js'
import type { Reader } from '../../schema/index.js'

const wanted = z.object(hookInput).omit({ host: true }).partial()
type Wanted = z.output<typeof wanted>
type HookPlan = Plan<'code_hooks'>

export const updateCodeHooks = defineWrite({
  name: 'codeHooks.update',
  summary: 'Update code hooks',
  description:
    'Updates code hooks, all of them or none. Lists replace the previous ones. For administrators.\n\n' +
    'Fails with `params_required` without ids; `object_does_not_exist` for an ID, account, product, status or ' +
    'resolution; `name_in_use` for the name of another hook; `param_invalid` for an open status.',
  errors: [
    'auth_failure',
    'params_required',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'param_invalid',
    'list_too_long',
    'object_does_not_exist',
  ],
  examples: [{ title: 'Only link, never close', code: "await admin.codeHooks.update({ ids: [3], closes: 'never' })" }],
  access: 'required',
  right: { group: 'admin', action: 'change code hooks' },
  scope: 'admin',
  confirms: ({ account }) => account !== undefined,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the code hooks.' }),
    ...wanted.shape,
  }),
  output: z.object({ code_hooks: z.array(changedObject).meta({ description: 'Changes of each code hook.' }) }),
  async run(tx, { ids, ...input }, call) {
    const code_hooks = []
    for (const hook of await requireHooks(tx, ids)) {
      requireOutcome(call, input.status ?? hook.status, input.resolution ?? hook.resolution)
      if (input.name !== undefined && input.name !== hook.name) await requireFreeName(tx, input.name)
      const plan = planValues(call, hook, input)
      await planAccount(tx, plan, hook, input.account)
      await writePlan(tx, call, 'code_hooks', hook.id, plan)
      code_hooks.push({ id: hook.id, changes: plan.changes })
    }
    return { code_hooks }
  },
})

function planValues(call: Call, hook: CodeHook, input: Wanted): HookPlan {
  const plan = createPlan<'code_hooks'>()
  plan.change('name', hook.name, input.name, (name) => ({ name }))
  plan.change('closes', hook.closes, input.closes, (closes) => ({ closes }))
  plan.change('status', hook.status, input.status, (status) => ({ status }))
  plan.change('resolution', hook.resolution, input.resolution, (resolution) => ({ resolution }))
  plan.change('numbers', hook.numbers, input.numbers, (numbers) => ({ numbers }))
  plan.change('is_enabled', hook.is_enabled, input.is_enabled, (is_enabled) => ({ is_enabled }))
  planList(plan, 'repositories', hook.repositories as string[], input.repositories, (repositories) => ({
    repositories,
  }))
  planList(plan, 'branches', hook.branches as string[], input.branches, (branches) => ({ branches }))
  const product_ids = input.product && requireProductIds(call, input.product)
  const names = product_ids && productNames(call, product_ids)
  planList(plan, 'product', productNames(call, hook.product_ids as number[]), names, () => ({
    product_ids: product_ids ?? [],
  }))
  return plan
}

function planList(
  plan: HookPlan,
  field: string,
  before: readonly string[],
  after: string[] | undefined,
  columns: (after: string[]) => Partial<CodeHook>,
): void {
  plan.change(field, before.join(', '), after?.join(', '), () => columns(after ?? []))
}

async function planAccount(tx: Reader, plan: HookPlan, hook: CodeHook, account: string | undefined): Promise<void> {
  if (account === undefined) return
  const user = await requireUserNamed(tx, account, 'account')
  const loginOf = await loadLogins(tx, [hook.user_id])
  plan.change('account', loginOf(hook.user_id), user.login, () => ({ user_id: user.id }))
}
