// Reports to an intake with a form: answers become sections of the description, and fields of the bug.
import type { Call } from '../../call/context.js'
import { maxTextLength, fits } from '../../call/define/inputs.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader } from '../../schema/index.js'
import { beginBug, loadCreate } from '../bugs/write/load-create.js'
import { planCreate } from '../bugs/write/plan-write.js'
import { isMarkdownAllowed } from '../comments/markdown.js'
import { fillForm } from '../forms/answers.js'
import { fieldsOf, isFieldHere, isForAnonymous } from '../forms/fields.js'
import { findFormOf } from '../forms/find.js'
import { joined, titled } from '../forms/new-bug.js'
import { placeOf, type Intake } from '../intakes/find.js'
import type { GivenReport, KeptReport } from './content.js'

/** The intake decides about the place; `page` of the report is checked. */
const ofIntake: readonly string[] = ['component', 'version', 'url']

/** `isCaller`: the caller files the report with their rights. @throws as fillForm; param_invalid, text_too_long */
export async function resolveAnswers(
  tx: Reader,
  call: Call,
  intake: Intake,
  { answers, ...report }: GivenReport,
  isCaller: boolean,
): Promise<KeptReport> {
  const form = await findFormOf(tx, intake)
  if (!form) {
    const [id] = Object.keys(answers)
    if (id !== undefined) throw new TrackerError('unknown_parameter', { field: `answers.${id}`, accepted: [] })
    return report
  }
  const isField = (id: string) =>
    !ofIntake.includes(id) && isFieldHere(call.catalogue, id) && (isCaller || isForAnonymous(id))
  const { fields, sections } = fillForm(form.body, answers, isField)
  if (fields.size > 0) await requireValues(tx, call, intake, fields)
  const summary = titled(form.title, report.summary) ?? ''
  const description = joined(report.description, sections)
  if (!fits(summary, 255)) throw new TrackerError('text_too_long', { field: 'summary', value: summary, limit: 255 })
  if (!fits(description, maxTextLength))
    throw new TrackerError('text_too_long', { field: 'answers', limit: maxTextLength })
  return {
    ...report,
    summary,
    description,
    isMarkdown: isMarkdownAllowed(call),
    ...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
  }
}

/**
 * Plans a bug with the fields, because a held report with a value that does not exist could never be filed.
 * @throws param_invalid
 */
async function requireValues(
  tx: Reader,
  call: Call,
  intake: Intake,
  fields: ReadonlyMap<string, string | readonly string[]>,
): Promise<void> {
  const product = must(call.catalogue.products.get(intake.product_id), 'product', intake.product_id)
  try {
    const input = { ...fieldsOf(fields), ...placeOf(call, intake), summary: '-', description: '' }
    const write = await loadCreate(tx, call, product, input, [])
    planCreate(write, beginBug(call, call.who.user?.id ?? 0))
  } catch (error) {
    if (!isTrackerError(error) || error.data.field === undefined) throw error
    const { field } = error.data
    // Errors that no answer causes are found when the bug is filed.
    if (!fields.has(field)) return
    throw new TrackerError('param_invalid', {
      field: `answers.${field}`,
      value: fields.get(field),
      problem: error.message,
    })
  }
}
