// Reports from programs: filed by their sender or by the account of the intake, or held.
import { closeFence, longestFence } from '@trackerkit/markdown'
import { system, type Credential, type ProvenCredential } from '../auth/identity.js'
import { parseInput } from '../call/define/operation.js'
import { maxTextLength } from '../call/define/inputs.js'
import type { KeptReport } from '../domain/reports/content.js'
import type { Report } from '../domain/reports/input.js'
import { noteRefusal, noteReport, type ReportOutcome } from '../domain/reports/log.js'
import { answerReport, planReport, type ReportAnswer, type ReportPlan } from '../domain/reports/plan.js'
import type { Place } from '../domain/intakes/find.js'
import { isTrackerError } from '../kernel/errors.js'
import { truncate } from '../kernel/normalize.js'
import { createReport } from '../operations/reports/create.js'
import { bindOperations } from './bind.js'
import { Refused } from './code-attempts.js'
import type { TrackerContext } from './context.js'
import { requireKey } from './idempotency/once.js'
import { fileBugOfReport } from './file-of-report.js'
import { attach, refusable } from './mail-actions.js'
import { originOf, type Run } from './request.js'
import { runSession } from './run-transaction.js'
import type { CallOrigin } from './session/begin-call.js'
import type { RunInTurn } from './session/transaction-handle.js'

interface Reporting {
  readonly report: Report
  readonly who: Credential | ProvenCredential
  readonly origin: CallOrigin
  readonly idempotencyKey: string | undefined
}

interface Done {
  readonly answer: ReportAnswer
  readonly outcome: 'done' | 'held' | 'nothing'
}

/** Admits a report as the caller, and then files or holds it. */
export function createReporting(context: TrackerContext, run: Run): Run {
  return async (operation, credential, input, { idempotencyKey, ...details } = {}) => {
    if (idempotencyKey !== undefined) requireKey(idempotencyKey)
    let who = credential
    const onProven = (proven: ProvenCredential) => {
      who = proven
      details.onProven?.(proven)
    }
    await run(operation, credential, input, { ...details, onProven })
    const origin = originOf(details)
    const reporting = { report: parseInput(createReport, input), who, origin, idempotencyKey }
    const { answer, outcome } = await context.calls.track(() => receive(context, run, reporting))
    if (outcome === 'nothing') details.onReplayed?.()
    context.environment.observer?.inbound?.({ way: 'report', outcome })
    return answer
  }
}

/** A report that cannot be filed is held, unless a rule rejects it. */
async function receive(context: TrackerContext, run: Run, reporting: Reporting): Promise<Done> {
  // Refused and repeated reports begin no write, for which others would wait.
  const plan = (await run(planReport, reporting.who, askedOf(reporting, true), reporting.origin)) as ReportPlan
  if (plan.do === 'repeat') return { answer: plan.answer, outcome: 'nothing' }
  try {
    return await runSession(context, (_tx, invoke) => fileOrHold(invoke, reporting, true))
  } catch (error) {
    if (isTrackerError(error, 'rule_failed'))
      context.environment.logger.error('a report is held because a rule failed', { error })
    else if (!(error instanceof Refused)) throw error
    else if (isTrackerError(error.cause, 'rule_refused')) {
      if (plan.do === 'file' && !plan.isCaller) await run(noteRefusal, system, plan, reporting.origin)
      throw error.cause
    }
    return runSession(context, (_tx, invoke) => fileOrHold(invoke, reporting, false))
  }
}

function askedOf({ report: { key, ...report }, idempotencyKey }: Reporting, mayFile: boolean) {
  return { key, report, idempotencyKey, mayFile }
}

async function fileOrHold(invoke: RunInTurn, reporting: Reporting, mayFile: boolean): Promise<Done> {
  const { who, origin } = reporting
  const asked = askedOf(reporting, mayFile)
  const plan = (await invoke(planReport, who, asked, origin, undefined)) as ReportPlan
  if (plan.do === 'repeat') return { answer: plan.answer, outcome: 'nothing' }
  const { intake, keyHash, report, isCaller } = plan
  const note = async (filed: ReportOutcome['filed']) => {
    const outcome: ReportOutcome = { intake, keyHash, report, isCaller, filed }
    await invoke(noteReport, system, outcome, origin, undefined)
  }
  if (plan.do === 'hold') {
    await note(undefined)
    return { answer: { held: true }, outcome: 'held' }
  }
  const { filer, place } = plan
  const filing = isCaller ? who : { user_id: filer.id }
  const bug = await fileReport(invoke, { who: filing, login: filer.login, report, intake: intake.id, place, origin })
  await note({ userId: filer.id, bug })
  const answer = (await invoke(answerReport, who, { bug }, origin, undefined)) as ReportAnswer
  return { answer, outcome: 'done' }
}

export interface Filing {
  readonly who: Credential | ProvenCredential
  readonly login: string
  readonly report: KeptReport
  readonly intake: number | null
  readonly place: Place
  readonly origin: CallOrigin
}

/** Files a report as a user, and has their private comment name the address in it. @throws Refused */
export async function fileReport(
  invoke: RunInTurn,
  { who, login, report, intake, place, origin }: Filing,
): Promise<number> {
  const operationsOf = (caller: Credential | ProvenCredential) =>
    bindOperations((operation, input, options) => invoke(operation, caller, input, origin, options?.signal))
  const as = operationsOf(who)
  const { summary, email, page: url = '', files, fields, isMarkdown: is_markdown = false } = report
  const texts = { summary, description: textOf(report), is_markdown }
  const bug = { ...fields, url, ...place, ...texts }
  const filing = invoke(fileBugOfReport, who, { bug, intake }, origin, undefined) as Promise<{ readonly id: number }>
  const { id } = await refusable(filing)
  const received = files.map(({ file_name: name, content_type: type, data }) => ({ name, type, data, isInline: false }))
  await attach(as, id, received, false)
  if (email !== undefined) {
    const comment = `Email address in the report, not verified: ${email}`
    // Reporters need not be insiders.
    await refusable(operationsOf({ ...system, login }).comments.create({ id, comment, is_private: true }))
  }
  return id
}

function textOf({ description, client, isMarkdown = false }: KeptReport): string {
  if (client === undefined) return description
  const last = `Client: ${client}`
  const first = truncate(description, maxTextLength - last.length - longestFence - 3)
  return [isMarkdown ? closeFence(first) : first, last].filter((part) => part !== '').join('\n\n')
}
