import * as z from 'zod'
import { word, list } from '../../call/define/inputs.js'
import { audit } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, type Catalogue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Writer } from '../../schema/index.js'
import { requireTransition, unfiled, type Transition } from '../../domain/workflow/transitions.js'
import { changesView } from '../../domain/audit/plan.js'

const named = {
  from: word.meta({ description: 'Current status; empty for a new bug.' }),
  to: word.meta({ description: 'Next status.' }),
}
const transition = z.strictObject({
  ...named,
  comment_required: z.boolean().default(false).meta({ description: 'The transition requires a comment.' }),
})

/** From status → to status → whether a comment is required. */
type Transitions = Map<number, Map<number, boolean>>

export const updateWorkflow = defineWrite({
  name: 'workflow.update',
  summary: 'Update the allowed status transitions',
  description:
    'Updates the workflow. Existing bugs keep their status.\n\n' +
    'An empty `from` means a new bug; at least one initial status is required.\n\n' +
    'Fails with `auth_failure` unless in admin; `params_required` without changes; ' +
    '`object_does_not_exist` for a status; `illegal_value` for a transition to the same status, and if ' +
    'no bug could be filed any more.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'illegal_value'],
  examples: [
    {
      title: 'Reopen verified bugs, with a comment',
      code: "await admin.workflow.update({ add: [{ from: 'VERIFIED', to: 'RESOLVED', comment_required: true }] })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'change the workflow' },
  input: z.strictObject({
    set: list(transition).optional().meta({ description: 'Complete new list of transitions.' }),
    add: list(transition).optional().meta({
      description: 'Transitions to add. An existing one gets the new `comment_required`, which defaults to false.',
    }),
    remove: list(z.strictObject(named)).optional().meta({ description: 'Transitions to remove.' }),
  }),
  output: z.object({ changes: changesView.meta({ description: 'Changes, by transition.' }) }),
  async run(tx, { set, add, remove }, call) {
    if (!set && !add && !remove) throw new TrackerError('params_required', { fields: ['set', 'add', 'remove'] })
    const { catalogue } = call
    const after: Transitions = set ? new Map() : copyOf(catalogue.workflow)
    for (const one of set ?? []) put(after, requireTransition(catalogue, one, 'set'), one.comment_required)
    for (const one of add ?? []) put(after, requireTransition(catalogue, one, 'add'), one.comment_required)
    for (const one of remove ?? []) {
      const { from, to } = requireTransition(catalogue, one, 'remove')
      after.get(from)?.delete(to)
    }
    requireStart(catalogue, after)
    const changes = changesBetween(catalogue, after)
    if (changes.length > 0) await writeTransitions(tx, call, after, changes)
    return { changes: Object.fromEntries(changes.map(({ field, removed, added }) => [field, { removed, added }])) }
  },
})

function copyOf(transitions: Catalogue['workflow']): Transitions {
  return new Map([...transitions].map(([from, targets]) => [from, new Map(targets)]))
}

function put(transitions: Transitions, { from, to }: Transition, isCommentRequired: boolean): void {
  const targets = transitions.get(from) ?? new Map<number, boolean>()
  transitions.set(from, targets.set(to, isCommentRequired))
}

function requireStart(catalogue: Catalogue, transitions: Transitions): void {
  const first = [...(transitions.get(unfiled)?.keys() ?? [])]
  if (first.some((id) => catalogue.values.get(id)?.is_active)) return
  throw new TrackerError('illegal_value', {
    field: 'from',
    value: '',
    accepted: 'an active initial status',
  })
}

interface TransitionChange {
  readonly field: string
  readonly removed: string
  readonly added: string
}

/** Compares the states of transitions: '' (none), 'allowed' or 'comment required'. */
function changesBetween({ workflow, values }: Catalogue, after: Transitions): TransitionChange[] {
  const text = (transitions: Catalogue['workflow'], from: number, to: number) => {
    const isCommentRequired = transitions.get(from)?.get(to)
    if (isCommentRequired === undefined) return ''
    return isCommentRequired ? 'comment required' : 'allowed'
  }
  const nameOf = (id: number) => values.get(id)?.name ?? ''
  const pairs = [...workflow, ...after].flatMap(([from, targets]) =>
    [...targets.keys()].map((to): [string, Transition] => [`${nameOf(from)} -> ${nameOf(to)}`, { from, to }]),
  )
  return [...new Map(pairs)]
    .map(([field, { from, to }]) => ({ field, removed: text(workflow, from, to), added: text(after, from, to) }))
    .filter(({ removed, added }) => removed !== added)
}

async function writeTransitions(
  tx: Writer,
  call: Call,
  transitions: Transitions,
  changes: readonly TransitionChange[],
): Promise<void> {
  await tx.delete('status_workflow', { and: [] })
  const rows = [...transitions].flatMap(([from_status_id, targets]) =>
    [...targets].map(([to_status_id, require_comment]) => ({ from_status_id, to_status_id, require_comment })),
  )
  await tx.insert('status_workflow', rows)
  // The workflow is one object.
  await audit(tx, call, 'status_workflow', 0, changes)
  await bumpCatalogueVersion(tx)
}
