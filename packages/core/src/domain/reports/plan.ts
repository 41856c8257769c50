// Decides what becomes of a report: filed by its sender, filed by the account of the intake, or held.
import { subHours } from 'date-fns/subHours'
import * as z from 'zod'
import { findVisibleIds } from '../../access/find-bugs.js'
import { isEnterable } from '../../access/products.js'
import { hashSecret } from '../../auth/secrets.js'
import type { Call, User } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { fingerprintOf } from '../../kernel/fingerprint.js'
import type { Reader, Row } from '../../schema/index.js'
import { findFormOf } from '../forms/find.js'
import { ofKey } from '../inbound/find.js'
import { mayFile } from '../intakes/account.js'
import { findIntakeByKey, placeOf, type Intake, type Place } from '../intakes/find.js'
import { loadUsers } from '../users/find.js'
import { resolveAnswers } from './answers.js'
import type { GivenReport, KeptReport } from './content.js'
import { requireRate, requireRoom } from './limits.js'

/** The intake, if the caller may report something to it. @throws intake_not_found */
export async function requireDoor(tx: Reader, call: Call, key: string): Promise<Intake> {
  const intake = await findIntakeByKey(tx, key)
  if (intake && (intake.accepts === 'anybody' || isReporter(call, intake))) return intake
  throw new TrackerError('intake_not_found', { field: 'key', value: key })
}

/** The caller files the bug with their rights. */
function isReporter(call: Call, { product_id }: Intake): boolean {
  const { user, limits } = call.who
  const product = call.catalogue.products.get(product_id)
  if (!user || !product || !limits.mayWrite || limits.actorId !== undefined) return false
  return isEnterable(call, product)
}

/** The user in whose name the bug is filed. Undefined: it is held. */
async function findFiler(tx: Reader, call: Call, intake: Intake): Promise<User | undefined> {
  if (isReporter(call, intake)) return call.who.user ?? undefined
  if (intake.holds || intake.account_id === null) return undefined
  // A form that cannot be used is not filled in.
  if (intake.form_id !== null && !(await findFormOf(tx, intake))) return undefined
  const account = (await loadUsers(tx, [intake.account_id])).get(intake.account_id)
  return account && (await mayFile(tx, call, account)) ? account : undefined
}

export type ReportAnswer = { readonly id: number } | { readonly held: true }

export type ReportPlan =
  | { readonly do: 'repeat'; readonly answer: ReportAnswer }
  | {
      readonly do: 'file'
      readonly intake: Intake
      readonly place: Place
      readonly filer: Pick<User, 'id' | 'login'>
      /** The caller files it with their rights. */
      readonly isCaller: boolean
      readonly report: KeptReport
      readonly keyHash: string | undefined
    }
  | {
      readonly do: 'hold'
      readonly intake: Intake
      readonly isCaller: boolean
      readonly report: KeptReport
      readonly keyHash: string | undefined
    }

const hoursOfKeys = 24

/** No public operation: run in the transaction that files or holds the report. */
export const planReport = defineRead({
  name: 'reports.plan',
  summary: 'Decide what becomes of a report',
  description: 'Decides what becomes of a report.',
  errors: [
    'intake_not_found',
    'too_many_reports',
    'unknown_parameter',
    'required_answer',
    'param_invalid',
    'text_too_long',
  ],
  access: 'exempt',
  input: z.custom<{
    readonly key: string
    readonly report: GivenReport
    readonly idempotencyKey: string | undefined
    readonly mayFile: boolean
  }>(),
  output: z.custom<ReportPlan>(),
  async run(tx, { key, report: given, idempotencyKey, mayFile: canFile }, call): Promise<ReportPlan> {
    const intake = await requireDoor(tx, call, key)
    const isCaller = isReporter(call, intake)
    const keyHash = idempotencyKey && keyHashOf(call, intake, idempotencyKey, given)
    const [before] = keyHash === undefined ? [] : await tx.select({ from: 'inbound', where: ofKey('report', keyHash) })
    if (before && isRecent(call, before))
      return { do: 'repeat', answer: await answerOf(tx, call, before.bug_ids as number[]) }
    if (!isCaller) await requireRate(tx, call, intake)
    const report = await resolveAnswers(tx, call, intake, given, isCaller)
    const filer = canFile ? await findFiler(tx, call, intake) : undefined
    if (filer) return { do: 'file', intake, place: placeOf(call, intake), filer, isCaller, report, keyHash }
    await requireRoom(tx, call, isCaller)
    return { do: 'hold', intake, isCaller, report, keyHash }
  },
})

/** Callers without an account share their keys, so another content is another report. */
function keyHashOf({ who, catalogue }: Call, { id }: Intake, key: string, report: GivenReport): string {
  return hashSecret(JSON.stringify([id, who.user?.id ?? 0, key, fingerprintOf('report', report, catalogue.secret)]))
}

function isRecent({ now }: Call, { arrival_time, time }: Row<'inbound'>): boolean {
  return (arrival_time ?? time) > subHours(now, hoursOfKeys)
}

/** The number of a bug that the caller cannot see is not returned. */
async function answerOf(tx: Reader, call: Call, bugs: readonly number[]): Promise<ReportAnswer> {
  const { parameters } = call.catalogue
  if (!call.who.user && parameters.requirelogin === '1') return { held: true }
  const [id] = (await findVisibleIds(tx, call, bugs)).keys()
  return id === undefined ? { held: true } : { id }
}

/** No public operation: run in the transaction that has filed the bug. */
export const answerReport = defineRead({
  name: 'reports.answer',
  summary: 'Return the bug of a report',
  description: 'Returns the number of the bug of a report, if the caller can see it.',
  access: 'exempt',
  input: z.custom<{ readonly bug: number }>(),
  output: z.custom<ReportAnswer>(),
  run: (tx, { bug }, call) => answerOf(tx, call, [bug]),
})
