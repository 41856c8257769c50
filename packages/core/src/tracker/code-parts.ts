// Parts that the deliveries of all forms share.
import { createHash } from 'node:crypto'
import type { CodeEvent } from '../code/code-event.js'
import { admitCode, type Admitted, type CodeRequest } from '../domain/code-hooks/admit.js'
import { noteDelivery, type CodeDelivery, type CodeReason } from '../domain/code-hooks/deliveries.js'
import { findLinked, type Linked } from '../domain/code-links/linked.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { TrackerContext } from './context.js'
import type { RequestDetails, Run } from './request.js'

/** A delivery whose signature is right. */
export interface Delivery {
  readonly context: TrackerContext
  readonly run: Run
  readonly request: CodeRequest
  readonly admitted: Admitted
  /** Ends the delivery between two bugs. @throws operation_timeout */
  readonly step: () => void
}

/** Milliseconds: hosts give up after ten seconds, and what is left is done when they deliver again. */
const mostTime = 9000

/** @throws code_hook_signature */
export async function openDelivery(
  context: TrackerContext,
  run: Run,
  request: CodeRequest,
  details: RequestDetails,
): Promise<Delivery> {
  const end = performance.now() + mostTime
  const admitted = (await run(admitCode, null, request, details)) as Admitted
  const step = () => {
    details.signal?.throwIfAborted()
    if (performance.now() > end) throw new TrackerError('operation_timeout')
  }
  return { context, run, request, admitted, step }
}

/** Links to the pull request of an event. */
export async function findLinks({ run }: Delivery, { repository, items }: CodeEvent): Promise<readonly Linked[]> {
  const refs = items.filter(({ kind }) => kind === 'pull_request').map(({ ref }) => ref)
  if (refs.length === 0) return []
  const target = { repository: repository.id, kind: 'pull_request', refs }
  return ((await run(findLinked, { system: true }, target)) as { readonly links: readonly Linked[] }).links
}

/** Runs the work of a delivery. If it is refused, it is in the log of what comes in, because its host has signed it. */
export async function noteRefusal<T>(delivery: Delivery, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason !== undefined)
      await note(delivery, { outcome: 'refused', reason, bug_ids: [] }).catch((problem: unknown) =>
        delivery.context.environment.logger.error('a refused delivery could not be noted', { error: problem }),
      )
    throw error
  }
}

function reasonOf(error: unknown): CodeReason | undefined {
  if (isTrackerError(error, 'code_payload_invalid')) return 'payload_invalid'
  return isTrackerError(error, 'operation_timeout') ? 'timeout' : undefined
}

/** Writes the delivery into the log of what comes in. */
export async function closeDelivery(delivery: Delivery, bugIds: Iterable<number>, isCut: boolean): Promise<void> {
  const bug_ids = [...new Set(bugIds)]
  await note(delivery, { outcome: bug_ids.length > 0 ? 'done' : 'nothing', reason: isCut ? 'limit' : '', bug_ids })
}

async function note(
  { context, run, request, admitted }: Delivery,
  ended: Pick<CodeDelivery, 'outcome' | 'reason' | 'bug_ids'>,
): Promise<void> {
  const { id, name, user_id } = admitted.hook
  const key_hash = createHash('sha256').update(`${request.host} `).update(request.body).digest('hex')
  const about = { hook: { id, name, user_id }, key_hash, size: request.body.length }
  await run(noteDelivery, { system: true }, { ...about, ...ended })
  context.environment.observer?.inbound?.({ way: 'code', outcome: ended.outcome })
}
