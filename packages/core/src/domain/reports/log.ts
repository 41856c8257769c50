// Reports in the log of what comes in.
import * as z from 'zod'
import { hashSecret, randomText } from '../../auth/secrets.js'
import type { Call } from '../../call/context.js'
import { defineRead, defineWrite } from '../../call/define/operation.js'
import { lowerAscii } from '../../kernel/ascii-case.js'
import type { Writer } from '../../schema/index.js'
import { insertOne } from '../../schema/insert-one.js'
import { writeContent, writePreview, type Preview } from '../inbound/content.js'
import { ofKey } from '../inbound/find.js'
import { findIntakeByKey, type Intake } from '../intakes/find.js'
import { reportAsBytes, type KeptReport } from './content.js'
import { addressHashOf } from './limits.js'

export interface ReportOutcome {
  readonly intake: Intake
  readonly keyHash: string | undefined
  readonly report: KeptReport
  /** Its sender may file it, with their rights. */
  readonly isCaller: boolean
  /** Undefined: it is held. */
  readonly filed: { readonly userId: number; readonly bug: number } | undefined
}

/** No public operation: the last part of what a report does. */
export const noteReport = defineWrite({
  name: 'reports.note',
  summary: 'Note the outcome of a report',
  description: 'Writes the outcome of a report into the log of what comes in.',
  access: 'exempt',
  input: z.custom<ReportOutcome>(),
  output: z.object({}),
  async run(tx, { intake, keyHash, report, isCaller, filed }, call) {
    const content = reportAsBytes(report)
    // The key of an old report is free again.
    const other = unusedKeyHash(call)
    if (keyHash !== undefined) await tx.update('inbound', ofKey('report', keyHash), { key_hash: other })
    // The limits of an intake are those of senders without an account.
    const arrival_time = isCaller ? null : call.now
    const row = { ...blankRow(call, intake), arrival_time, key_hash: keyHash ?? other, size: content.byteLength }
    if (filed) {
      await insertOne(tx, 'inbound', { ...row, outcome: 'done', user_id: filed.userId, bug_ids: [filed.bug] })
      if (!isCaller) await forgetMentions(tx, filed.bug)
      return {}
    }
    // As addresses of email are kept: erasure compares them.
    const sender = lowerAscii(report.email ?? '')
    const id = await insertOne(tx, 'inbound', { ...row, outcome: 'held', sender, subject: report.summary })
    await writeContent(tx, id, content)
    await writePreview(tx, id, previewOf(report))
    return {}
  },
})

/** People without an account notify no one in the name of another. */
async function forgetMentions(tx: Writer, bug: number): Promise<void> {
  const comments = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bug }, columns: ['id'] })
  await tx.delete('comment_mentions', { col: 'comment_id', in: comments.map(({ id }) => id) })
}

/** No public operation: a report that a rule has rejected, which counts towards the limits. */
export const noteRefusal = defineWrite({
  name: 'reports.noteRefusal',
  summary: 'Note that a rule rejected a report',
  description: 'Notes that a rule rejected a report of a user without an account.',
  access: 'exempt',
  input: z.custom<{ readonly intake: Intake }>(),
  output: z.object({}),
  async run(tx, { intake }, call) {
    const key_hash = unusedKeyHash(call)
    await insertOne(tx, 'inbound', { ...blankRow(call, intake), key_hash, outcome: 'refused', reason: 'rule_refused' })
    return {}
  },
})

/** The row of a report without content, user or bug. */
function blankRow(call: Call, intake: Intake) {
  return {
    way: 'report',
    source: intake.name,
    reason: '',
    user_id: null,
    sender: '',
    subject: '',
    intake_id: intake.id,
    bug_ids: [],
    size: 0,
    attempts: 1,
    time: call.now,
    address_hash: addressHashOf(call),
    arrival_time: call.now,
  }
}

/** For a report that is not repeated. */
function unusedKeyHash({ environment }: Call): string {
  return hashSecret(randomText(environment, 40))
}

/** Everything that an accepted report puts into the bug. */
function previewOf({ description, files, page, client, fields = {} }: KeptReport): Preview {
  const details = Object.entries({ page, client, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: [value].flat().join(', ') }],
  )
  return { text: description, files: files.map(({ file_name }) => file_name), details }
}

/** No public operation: a held report that has become a bug. */
export const noteAccepted = defineWrite({
  name: 'reports.noteAccepted',
  summary: 'Note that a report was accepted',
  description: 'Notes that a held report has become a bug, and deletes its content.',
  access: 'exempt',
  input: z.custom<{ readonly id: number; readonly userId: number; readonly bug: number }>(),
  output: z.object({}),
  async run(tx, { id, userId, bug }, call) {
    await tx.delete('inbound_content', { col: 'inbound_id', eq: id })
    const done = { outcome: 'done', user_id: userId, bug_ids: [bug], sender: '', subject: '', time: call.now }
    await tx.update('inbound', { col: 'id', eq: id }, done)
    return {}
  },
})

/** The part of an intake that decides about a request before its body is read. */
export interface ReportDoor {
  readonly accepts: string
  readonly origins: readonly string[]
  readonly maxKb: number
}

/** No public operation. */
export const findDoor = defineRead({
  name: 'reports.door',
  summary: 'Find the intake of a key',
  description: 'Finds the active intake with a key.',
  access: 'exempt',
  input: z.custom<{ readonly key: string }>(),
  output: z.custom<ReportDoor | undefined>(),
  async run(tx, { key }): Promise<ReportDoor | undefined> {
    const intake = await findIntakeByKey(tx, key)
    return intake && { accepts: intake.accepts, origins: intake.origins as string[], maxKb: intake.max_kb }
  },
})
