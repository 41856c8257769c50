// Flows whose proof has succeeded: each is good once.
import { z } from 'zod'
import type { Flow } from '../../auth/login-flow.js'
import type { ProviderPerson } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { isStoreError } from '../../store/index.js'
import { isPlainAddress } from './address.js'

/** `second_factor`, `password`: the proof that is still missing. */
export type FlowStage = 'used' | 'second_factor' | 'password'

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
  await tx.delete('login_flows', { col: 'expires', lte: now })
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
