// Held and failed messages, received again when a person has decided so.
import { z } from 'zod'
import type { Credential, ProvenCredential } from '../auth/identity.js'
import type { User } from '../call/context.js'
import { readInBackground } from '../call/background-context.js'
import { defineRead, defineWrite } from '../call/define/operation.js'
import { sizeLimit } from '../domain/attachments/content.js'
import { deleteItem, readContent } from '../domain/inbound/content.js'
import type { InboundItem } from '../domain/inbound/find.js'
import { placeOf, type Place } from '../domain/intakes/find.js'
import { loginOf } from '../auth/login-name.js'
import { reportFromBytes } from '../domain/reports/content.js'
import { noteAccepted } from '../domain/reports/log.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { noteMail } from '../mail/incoming/log.js'
import { readMessage } from '../mail/incoming/message.js'
import { findSender } from '../mail/incoming/plan.js'
import { acceptInbound } from '../operations/inbound/accept.js'
import { Refused } from './code-attempts.js'
import type { TrackerContext } from './context.js'
import { file, refusable } from './mail-actions.js'
import { receiveMail } from './receive-mail.js'
import { fileReport } from './receive-report.js'
import type { Run } from './request.js'
import { runSession } from './run-transaction.js'

interface Kept {
  readonly item: InboundItem
  readonly content: Uint8Array
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
    return { item, content, place, userId: user?.id, sendsMail: call.mail.isKept }
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

/** No public operation: a failed message that was received again as another item. */
const forgetFailed = defineWrite({
  name: 'inbound.forgetFailed',
  summary: 'Forget a failed message',
  description: 'Deletes a failed message that was received again.',
  access: 'required',
  input: z.custom<{ readonly id: number }>(),
  output: z.object({}),
  async run(tx, { id }) {
    const isOld = [{ col: 'outcome', eq: 'failed' } as const, { col: 'attempts', eq: 0 } as const]
    await deleteItem(tx, id, { and: isOld })
    return {}
  },
})

/** No public operation: the user who decides. */
const loadCaller = defineRead({
  name: 'inbound.loadCaller',
  summary: 'Load the caller',
  description: 'Loads the caller.',
  access: 'required',
  input: z.object({}),
  output: z.custom<{ readonly user: Pick<User, 'id' | 'login'> | null }>(),
  run: async (_tx, _input, call) => ({ user: call.who.user }),
})

interface Decided {
  readonly items: readonly {
    readonly id: number
    readonly outcome: string
    readonly reason: string
    readonly bugs: readonly number[]
  }[]
}

const system = { system: true } as const

/** Runs the decision as the caller, and then what was decided. */
export function createDeciding(context: TrackerContext, run: Run): Run {
  return async (operation, credential, input, details = {}) => {
    let who = credential
    const onProven = (proven: ProvenCredential) => {
      who = proven
      details.onProven?.(proven)
    }
    const isAccepting = operation.name === 'inbound.accept'
    if (!context.mailReader && !(isAccepting && (await areReports(context, input))))
      throw new TrackerError('mail_reader_missing')
    const { items } = (await run(operation, credential, input, { ...details, onProven })) as Decided
    const decided: Decided['items'][number][] = []
    for (const { id } of items)
      decided.push(isAccepting ? await accept(context, run, who, id) : await retry(context, run, id))
    return { items: decided }
  }
}

/** Email cannot be accepted where it cannot be read. Reports can. */
async function areReports(context: TrackerContext, input: unknown): Promise<boolean> {
  const { success, data } = acceptInbound.input.safeParse(input)
  if (!success) return false
  const other = { and: [{ col: 'id', in: data.ids } as const, { not: { col: 'way', eq: 'report' } } as const] }
  return (await readInBackground(context, async (tx) => tx.count('inbound', other))) === 0
}

type Who = Credential | ProvenCredential

async function accept(context: TrackerContext, run: Run, who: Who, id: number): Promise<Decided['items'][number]> {
  const stays = { id, outcome: 'held', reason: 'no_right', bugs: [] }
  const kept = (await run(loadKept, system, { id })) as Kept | undefined
  if (!kept?.place || kept.item.outcome !== 'held') return { ...stays, outcome: kept?.item.outcome ?? 'refused' }
  const { item, content, place, sendsMail } = kept
  if (item.way === 'report') return acceptReport(context, run, who, kept)
  const catalogue = await readInBackground(context, async (_tx, setup) => setup)
  const mail = await context.mailReader?.read(content).catch(() => undefined)
  if (!mail) return { ...stays, reason: 'unreadable' }
  const message = readMessage(mail, catalogue, true)
  try {
    return await runSession(context, async (tx, invoke) => {
      const outcome = (await invoke(loadOutcome, system, { id }, {}, undefined)) as string
      if (outcome !== 'held') return { ...stays, outcome, reason: 'repeated' }
      const invited = { email: loginOf(catalogue, item.sender), invite: sendsMail }
      const userId = kept.userId ?? (await refusable(tx.asSystem().users.create(invited))).id
      const bug = await file(tx, { userId, largestFile: sizeLimit(catalogue) }, message, place)
      const { id: _id, way: _way, attempts: _attempts, time: _time, ...values } = item
      const done = { outcome: 'done', reason: '', subject: '', user_id: userId, bug_ids: [bug] } as const
      await invoke(noteMail, system, { ...values, ...done, id, content: undefined }, {}, undefined)
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
  context: TrackerContext,
  run: Run,
  who: Who,
  { item: { id }, content, place }: Kept,
): Promise<Decided['items'][number]> {
  const stays = { id, outcome: 'held', reason: 'no_right', bugs: [] }
  const { user } = (await run(loadCaller, who, {})) as { readonly user: Pick<User, 'id' | 'login'> | null }
  if (!user || !place) return stays
  const report = reportFromBytes(content)
  try {
    return await runSession(context, async (tx, invoke) => {
      const outcome = (await invoke(loadOutcome, system, { id }, {}, undefined)) as string
      if (outcome !== 'held') return { ...stays, outcome, reason: 'repeated' }
      const bug = await fileReport(tx, invoke, { who, login: user.login, report, place })
      await invoke(noteAccepted, system, { id, userId: user.id, bug }, {}, undefined)
      return { id, outcome: 'done', reason: '', bugs: [bug] }
    })
  } catch (error) {
    return { ...stays, reason: reasonOf(error) }
  }
}

async function retry(context: TrackerContext, run: Run, id: number): Promise<Decided['items'][number]> {
  const kept = (await run(loadKept, system, { id })) as Kept | undefined
  if (!kept) return { id, outcome: 'failed', reason: 'unreadable', bugs: [] }
  const result = await receiveMail(context, run, kept.content, { source: kept.item.source })
  await run(forgetFailed, system, { id })
  return { id, ...result }
}
