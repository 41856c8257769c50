// Flows whose proof has succeeded, each of which is good once, and those whose exchange has failed.
import * as z from 'zod'
import type { Flow } from '../../auth/login-flow.js'
import type { Preparation } from '../../call/define/operation.js'
import type { ProviderPerson } from '../../call/login-provider.js'
import { retrying } from '../../call/retry.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../../schema/known-migrations.js'
import { isStoreError } from '../../store/index.js'
import { isPlainAddress } from './address.js'

/** `second_factor`, `password`: the proof that is still missing. */
export type FlowStage = 'used' | 'second_factor' | 'password'

/** The exchange has failed, and may be repeated. */
const failing = 'failing'

export const mostFlowFailures = 5

/** The part of a person that is needed until the rest is proven. Rows of older versions lack names and the address. */
const keptPerson = z.object({
  subject: z.string(),
  shown_as: z.string(),
  full_name: known(z.string()),
  groups: known(z.array(z.string())),
  email: known(z.string()),
  proof: z.enum(['now', 'once', 'none']).default('none'),
})
export type KeptPerson = z.output<typeof keptPerson>

function known<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined)
}

interface Proven {
  readonly stage: FlowStage
  readonly user_id: number | null
  /** The person for whom the rest is missing, and the issuer of the provider that has proven them. */
  readonly waiting?: { readonly issuer: string; readonly person: ProviderPerson }
}

/** A flow that is over keeps nothing of the person. */
export const closed = { stage: 'used', person: null, subject: null } as const

/** Takes a flow, which cannot be taken again, and deletes those that are over. @throws login_flow_not_valid */
export async function takeFlow(tx: Writer, { hash, ends }: Flow, proven: Proven, now: Date): Promise<void> {
  const failed = { and: [{ col: 'flow_hash', eq: hash } as const, { col: 'stage', eq: failing } as const] }
  await tx.delete('login_flows', { or: [{ col: 'expires', lte: now }, failed] })
  const { stage, user_id, waiting } = proven
  const { issuer = null, person } = waiting ?? {}
  const kept = person && {
    subject: person.subject,
    shown_as: person.shown_as,
    full_name: person.full_name ?? null,
    groups: person.groups ? [...person.groups] : null,
    email: person.email !== undefined && isPlainAddress(person.email) ? person.email : null,
    proof: person.proof,
  }
  try {
    const row = { flow_hash: hash, stage, user_id, issuer, subject: person?.subject ?? null, person: kept ?? null }
    await tx.insert('login_flows', [{ ...row, failures: 0, expires: ends }])
  } catch (error) {
    if (isStoreError(error, 'unique')) throw new TrackerError('login_flow_not_valid')
    throw error
  }
}

/** @throws login_flow_not_valid for a flow that was used, or whose exchange has failed too often */
export async function requireUnusedFlow({ store, environment }: Preparation, { hash }: Flow): Promise<void> {
  const used = { and: [{ col: 'flow_hash', eq: hash } as const, { not: { col: 'stage', eq: failing } as const }] }
  const isUsed = await retrying(environment, () =>
    store.read(async (tx) => {
      await requireKnownSchema(tx)
      return (await tx.count('login_flows', used)) > 0
    }),
  )
  if (isUsed) throw new TrackerError('login_flow_not_valid')
}

/** Counts all failures after the first. The last one that is permitted closes the flow. */
export async function countFailedExchange({ store, environment }: Preparation, { hash, ends }: Flow): Promise<void> {
  const same = { col: 'flow_hash', eq: hash } as const
  const now = environment.clock()
  const count = () =>
    writeToKnownSchema(store, async (tx) => {
      const [row] = await tx.select({ from: 'login_flows', where: same })
      const failures = (row?.failures ?? 1) + 1
      if (row) {
        await tx.update('login_flows', same, failures < mostFlowFailures ? { failures } : { ...closed, failures })
        return
      }
      await tx.delete('login_flows', { col: 'expires', lte: now })
      const nobody = { user_id: null, issuer: null, subject: null, person: null }
      await tx.insert('login_flows', [{ flow_hash: hash, stage: failing, ...nobody, failures, expires: ends }])
    })
  await retrying(environment, async () => {
    try {
      await count()
    } catch (error) {
      // Another process has counted one at the same time.
      if (!isStoreError(error, 'unique')) throw error
      await count()
    }
  })
}

/** A flow that waits for a password or a one-time password. @throws login_flow_not_valid */
export async function requireOpenFlow(
  tx: Reader,
  { hash }: Flow,
  now: Date,
): Promise<Row<'login_flows'> & { readonly user_id: number }> {
  const [row] = await tx.select({ from: 'login_flows', where: { col: 'flow_hash', eq: hash } })
  const { user_id = null } = row ?? {}
  if (!row || row.stage === 'used' || row.expires <= now || user_id === null)
    throw new TrackerError('login_flow_not_valid')
  return { ...row, user_id }
}

export function personOf({ person }: Row<'login_flows'>): KeptPerson | undefined {
  return person === null ? undefined : keptPerson.parse(person)
}

/** Completes a flow. Of two who try at once one is too late. @throws login_flow_not_valid */
export async function closeFlow(tx: Writer, row: Row<'login_flows'>): Promise<void> {
  const same = { and: [{ col: 'id', eq: row.id } as const, { col: 'stage', eq: row.stage } as const] }
  if ((await tx.update('login_flows', same, closed)) === 0) throw new TrackerError('login_flow_not_valid')
}
