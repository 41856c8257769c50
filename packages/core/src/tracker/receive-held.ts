// Held and failed messages, received again when a person has decided so.
import * as z from 'zod'
import { system, type Credential, type ProvenCredential } from '../auth/identity.js'
import { readInBackground } from '../call/background-context.js'
import { holdsDeliveries } from '../call/mail-outbox.js'
import { defineRead } from '../call/define/operation.js'
import { sizeLimit } from '../domain/attachments/content.js'
import { readContent, readFacts, type Facts } from '../domain/inbound/content.js'
import { visibleItems, type InboundItem } from '../domain/inbound/find.js'
import { placeOf, type Place } from '../domain/intakes/find.js'
import { loginOf } from '../auth/login-name.js'
import { reportFromBytes } from '../domain/reports/content.js'
import { noteAccepted } from '../domain/reports/log.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { UsersWhoamiAnswer } from '@trackerkit/types'
import { noteMail } from '../mail/incoming/log.js'
import { asReportWithoutCommands, readMessage } from '../mail/incoming/message.js'
import { findSender } from '../mail/incoming/plan.js'
import { acceptInbound } from '../operations/inbound/accept.js'
import { whoAmI } from '../operations/users/whoami.js'
import { auditDecided, findVisibleBugs } from './after-decisions.js'
import { Refused } from './code-attempts.js'
import type { TrackerContext } from './context.js'
import { file, refusable } from './mail-actions.js'
import { receiveAgain } from './receive-mail.js'
import { fileReport } from './receive-report.js'
import { originOf, type Run } from './request.js'
import { runSession } from './run-transaction.js'
import type { CallOrigin } from './session/begin-call.js'

interface Kept {
  readonly item: InboundItem
  readonly content: Uint8Array
  readonly facts: Facts | undefined
  readonly place: Place | undefined
  readonly userId: number | undefined
  readonly sendsMail: boolean
}

/** No public operation. */
const loadKept = defineRead({
  name: 'inbound.load',
  summary: 'Load a held or failed message',
  description: 'Loads a held or failed message.',
  access: 'required',
  input: z.custom<{ readonly id: number }>(),
  output: z.custom<Kept | undefined>(),
  async run(tx, { id }, call): Promise<Kept | undefined> {
    const [item] = await tx.select({ from: 'inbound', where: { col: 'id', eq: id } })
    const content = await readContent(tx, id)
    if (!item || !content) return undefined
    const [intake] = await tx.select({ from: 'intakes', where: { col: 'id', eq: item.intake_id ?? 0 } })
    const user = await findSender(tx, call, item)
    const place = intake && placeOf(call, intake)
    const facts = await readFacts(tx, id)
    return { item, content, facts, place, userId: user?.id, sendsMail: call.mail.isKept }
  },
})

/** No public operation: run in the transaction that accepts, because another may have decided in the meantime. */
const loadOutcome = defineRead({
  name: 'inbound.loadOutcome',
  summary: 'Load the outcome of an item',
  description: 'Loads the outcome of an item.',
  access: 'required',
  input: z.custom<{ readonly id: number }>(),
  output: z.string(),
  async run(tx, { id }): Promise<string> {
    const [item] = await tx.select({ from: 'inbound', where: { col: 'id', eq: id }, columns: ['outcome'] })
    return item?.outcome ?? 'refused'
  },
})

const accepted = { removed: 'held', added: 'accepted' } as const

/** No public operation: whether the caller sees email among the items. */
const findEmail = defineRead({
  name: 'inbound.findEmail',
  summary: 'Look for email among items',
  description: 'Returns true if one of the items is email that the caller can see.',
  access: 'required',
  input: acceptInbound.input,
  output: z.boolean(),
  async run(tx, { ids }, call) {
    const isEmail = [{ col: 'id', in: ids } as const, { not: { col: 'way', eq: 'report' } } as const]
    return (await tx.count('inbound', { and: [...isEmail, await visibleItems(tx, call)] })) > 0
  },
})

interface Decided {
  readonly items: readonly {
    readonly id: number
    readonly outcome: string
    readonly reason: string
    readonly bugs: readonly number[]
  }[]
}

interface Deciding {
  readonly context: TrackerContext
  readonly run: Run
  readonly who: Credential | ProvenCredential
  readonly origin: CallOrigin
}

/** Runs the decision as the caller, and then what was decided. */
export function createDeciding(context: TrackerContext, run: Run): Run {
  return async (operation, credential, input, details = {}) => {
    let who = credential
    const onProven = (proven: ProvenCredential) => {
      who = proven
      details.onProven?.(proven)
    }
    const isAccepting = operation.name === 'inbound.accept'
    const origin = originOf(details)
    // Reports can be accepted where email cannot be read.
    if (!context.mailReader && (!isAccepting || (await run(findEmail, who, input, { ...origin, onProven }))))
      throw new TrackerError('mail_reader_missing')
    const { items } = (await run(operation, who, input, { ...details, onProven })) as Decided
    const decided: Decided['items'][number][] = []
    const deciding = { context, run, who, origin }
    for (const { id } of items) decided.push(await (isAccepting ? accept : retry)(deciding, id))
    return { items: await withVisibleBugs(deciding, decided) }
  }
}

async function withVisibleBugs({ run, who, origin }: Deciding, items: Decided['items']): Promise<Decided['items']> {
  const bugs = [...new Set(items.flatMap((item) => item.bugs))]
  if (bugs.length === 0) return items
  const visible = new Set((await run(findVisibleBugs, who, { bugs }, origin)) as readonly number[])
  return items.map((item) => ({ ...item, bugs: item.bugs.filter((bug) => visible.has(bug)) }))
}

async function accept(deciding: Deciding, id: number): Promise<Decided['items'][number]> {
  const { context, run, who, origin } = deciding
  const stays = { id, outcome: 'held', reason: 'no_right', bugs: [] }
  const kept = (await run(loadKept, system, { id })) as Kept | undefined
  // Another person may have decided since, which deletes the content.
  if (kept?.item.outcome !== 'held')
    return { ...stays, outcome: (await run(loadOutcome, system, { id })) as string, reason: 'repeated' }
  if (!kept.place) return stays
  const { item, content, place, sendsMail } = kept
  if (item.way === 'report') return acceptReport(deciding, { item, content, place })
  const catalogue = await readInBackground(context, async (_tx, setup) => setup)
  const mail = await context.mailReader?.read(content).catch(() => undefined)
  if (!mail) return { ...stays, reason: 'unreadable' }
  const message = asReportWithoutCommands(readMessage(mail, catalogue, true), mail)
  try {
    return await runSession(context, async (tx, invoke) => {
      const outcome = (await invoke(loadOutcome, system, { id }, origin, undefined)) as string
      if (outcome !== 'held') return { ...stays, outcome, reason: 'repeated' }
      const invited = { email: loginOf(catalogue, item.sender), invite: sendsMail }
      const userId = kept.userId ?? (await refusable(tx.asSystem().users.create(invited))).id
      const bug = await file(tx, { userId, largestFile: sizeLimit(catalogue), origin }, message, place)
      const { id: _id, way: _way, attempts: _attempts, time: _time, ...values } = item
      const done = { outcome: 'done', reason: '', subject: '', user_id: userId, bug_ids: [bug] } as const
      await invoke(noteMail, system, { ...values, ...done, id, content: undefined }, origin, undefined)
      await invoke(auditDecided, who, { id, ...accepted }, origin, undefined)
      return { id, outcome: 'done', reason: '', bugs: [bug] }
    })
  } catch (error) {
    return { ...stays, reason: reasonOf(error) }
  }
}

/** @throws the error if nothing was refused */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refused)) throw error
  return isTrackerError(error.cause, 'rule_refused') ? 'rule_refused' : 'no_right'
}

/** Files a report as the user who accepts it. */
async function acceptReport(
  { context, run, who, origin }: Deciding,
  { item: { id, intake_id: intake }, content, place }: Pick<Kept, 'item' | 'content'> & { readonly place: Place },
): Promise<Decided['items'][number]> {
  const stays = { id, outcome: 'held', reason: 'no_right', bugs: [] }
  const report = reportFromBytes(content)
  try {
    const { id: userId, name: login } = (await refusable(run(whoAmI, who, {}, origin))) as UsersWhoamiAnswer
    return await runSession(context, async (_tx, invoke) => {
      const outcome = (await invoke(loadOutcome, system, { id }, origin, undefined)) as string
      if (outcome !== 'held') return { ...stays, outcome, reason: 'repeated' }
      const bug = await fileReport(invoke, { who, login, report, intake, place, origin })
      await invoke(noteAccepted, system, { id, userId, bug }, origin, undefined)
      await invoke(auditDecided, who, { id, ...accepted }, origin, undefined)
      return { id, outcome: 'done', reason: '', bugs: [bug] }
    })
  } catch (error) {
    return { ...stays, reason: reasonOf(error) }
  }
}

async function retry({ context, run, who, origin }: Deciding, id: number): Promise<Decided['items'][number]> {
  const kept = (await run(loadKept, system, { id })) as Kept | undefined
  if (kept?.item.outcome !== 'failed') return { id, outcome: 'failed', reason: 'unreadable', bugs: [] }
  const catalogue = await readInBackground(context, async (_tx, setup) => setup)
  // The hold began after the first items, whose outcome must be returned.
  if (holdsDeliveries(catalogue)) return { id, outcome: 'failed', reason: kept.item.reason, bugs: [] }
  const result = await receiveAgain(context, run, kept, catalogue)
  await run(auditDecided, who, { id, removed: 'failed', added: 'retried' }, origin)
  return { id, ...result }
}
