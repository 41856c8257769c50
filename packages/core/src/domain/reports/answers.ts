// Reports to an intake with a form: answers become sections of the description, and fields of the bug.
import type { Call } from '../../call/context.js'
import { maxTextLength, fits } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { isMarkdownAllowed } from '../comments/markdown.js'
import { fillForm } from '../forms/answers.js'
import { isFieldHere, isForAnonymous } from '../forms/fields.js'
import { findFormOf } from '../forms/find.js'
import { joined, titled } from '../forms/new-bug.js'
import type { Intake } from '../intakes/find.js'
import type { GivenReport, KeptReport } from './content.js'

/** The intake decides about the place; `page` of the report is checked. */
const ofIntake: readonly string[] = ['component', 'version', 'url']
/** `isCaller`: the caller files the report with their rights. @throws as fillForm; text_too_long, comment_too_long */
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
