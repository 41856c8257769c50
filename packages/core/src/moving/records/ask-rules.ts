// Asks rules of the embedding program whether bugs of records can be imported, as if they were new.
import { defaultEnvironment } from '../../kernel/environment.js'
import { TrackerError } from '../../kernel/errors.js'
import type { CheckingRule, RuleEvent } from '../../call/host-rules.js'
import { refusalOf } from '../../domain/bugs/host-rules/answers.js'
import { createTimer } from '../../domain/bugs/host-rules/timer.js'
import { RecordProblem, type Batch, type RuleRefusal } from './batch.js'
import type { BugRecord } from './record.js'

/** The error in a record that a rule rejects. */
export class RefusedByRule extends RecordProblem {
  constructor(
    readonly refusal: RuleRefusal,
    message: string,
  ) {
    const { rule, field, reason } = refusal
    const about = [field === undefined ? [] : `field ${field}`, reason === undefined ? [] : `reason ${reason}`].flat()
    super(`rule ${rule}: ${message}${about.length === 0 ? '' : ` (${about.join(', ')})`}`)
  }
}

/** Imports work on the store, in which no user calls. */
const noTransaction = {
  as: () => fail('as'),
  asSystem: () => fail('asSystem'),
  query: () => Promise.reject(new TrackerError('not_in_transaction', { what: 'query' })),
}

function fail(what: string): never {
  throw new Error(`${what} cannot be called in an import`)
}

/** @throws RefusedByRule by the first rule that rejects the bug or one of its comments, or fails */
export async function askRules({ rules, catalogue }: Batch, bug: BugRecord): Promise<void> {
  const timer = createTimer(defaultEnvironment)
  const ask = async ({ name, check }: CheckingRule, write: object) => {
    const refusal = await timer
      .run(name, async () => refusalOf(name, await check?.(write as never, noTransaction as never)))
      .catch((error: unknown) => {
        const message = timer.isLate(error) ? 'took too long' : `failed: ${(error as Error).message}`
        throw new RefusedByRule({ rule: name }, message)
      })
    if (refusal) throw new RefusedByRule(refusal.data as unknown as RuleRefusal, refusal.message)
  }
  for (const rule of rules) {
    if (!rule.check) continue
    const fields = ['id', 'product', 'component', ...rule.needs]
    const view = Object.freeze(Object.fromEntries(fields.map((field) => [field, valueOf(bug, field, catalogue)])))
    for (const write of writesOf(rule.on, bug, view, fields)) await ask(rule, write)
  }
}

function writesOf(
  on: readonly RuleEvent[],
  { comments }: BugRecord,
  view: object,
  fields: readonly string[],
): object[] {
  const caller = null
  const [first] = comments
  const comment = first ? { text: first.text, is_private: first.is_private } : null
  const ofBug = { event: 'bug.create', before: null, after: view, changed: new Set(fields), comment, caller }
  const ofComments = comments.map(({ id = 0, text, is_private, attachment_id = null }, count) => {
    const after = { id, text, is_private, count, attachment_id }
    return { event: 'comment.create', bug: view, before: null, after, caller }
  })
  return [...(on.includes('bug.create') ? [ofBug] : []), ...(on.includes('comment.create') ? ofComments : [])]
}

/** The value of a field as operations return it. Flags have the properties of records. */
function valueOf(bug: BugRecord, field: string, { products, classifications }: Batch['catalogue']): unknown {
  if (field.startsWith('cf_')) return bug.custom_fields[field] ?? null
  // Records of closed bugs, and no others, have a resolution.
  if (field === 'is_open') return bug.resolution === ''
  if (field === 'actual_time') return bug.comments.reduce((sum, { work_time }) => sum + work_time, 0)
  if (field === 'classification')
    return classifications.get(products.named(bug.product)?.classification_id ?? 0)?.name ?? ''
  return bug[field as keyof BugRecord]
}
