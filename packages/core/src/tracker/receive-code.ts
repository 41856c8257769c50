// Events of git hosts: the signature first, then one transaction for each bug, as the account of the hook.
import type { CodeEvent, CodeItem, LinkKind, LinkState } from '../code/code-event.js'
import { readEvent } from '../code/read-event.js'
import type { Admitted, CodeRequest } from '../domain/code-hooks/admit.js'
import { isFor, planEvent, type CodePlan } from '../domain/code-hooks/plan.js'
import { applyCode, type Application, type Applied } from '../domain/code-links/apply.js'
import { longest } from '../domain/code-links/limits.js'
import { truncate } from '../kernel/normalize.js'
import { updateBugs } from '../operations/bugs/update.js'
import type { TrackerContext } from './context.js'
import type { RequestDetails, Run } from './request.js'
import { firstPossible, refusableUpdate, type Outcome } from './code-attempts.js'
import { closeDelivery, findLinks, noteRefusal, openDelivery, type Delivery } from './code-parts.js'

/** The answer to a git host. It has no text of bugs: hosts show it to others. */
export interface CodeAnswer {
  /** Links to what is in the event, new or not. */
  readonly links: { bug: number; id: number; kind: LinkKind; ref: string; state: LinkState }[]
  /** Bugs that were closed. */
  readonly closed: number[]
  /** Bugs that were left out. `error` is the number of the error for `not_closed`. */
  readonly left: { bug?: number; reason: 'not_found' | 'limit' | 'not_closed'; error?: number }[]
}

/** Receives an event. Work lost in a crash is done when the host delivers it again. @throws code_hook_signature, code_payload_invalid */
export async function receiveCode(
  context: TrackerContext,
  run: Run,
  request: CodeRequest,
  details: RequestDetails,
): Promise<CodeAnswer> {
  const delivery = await openDelivery(context, run, request, details)
  return noteRefusal(delivery, () => receiveEvent(delivery))
}

async function receiveEvent(delivery: Delivery): Promise<CodeAnswer> {
  const { context, request } = delivery
  const { hook } = delivery.admitted
  const event = readEvent(request.host, request.headers, request.body, context.environment.clock())
  const answer: CodeAnswer = { links: [], closed: [], left: [] }
  if (!event || !isFor(hook, event.repository.name)) return answer
  const linked = (await findLinks(delivery, event)).map(({ bug_id }) => bug_id)
  const plan = planEvent(event, delivery.admitted, linked)
  await applyPlan(delivery, event, plan, answer)
  const isCut = answer.left.some(({ reason }) => reason === 'limit')
  await closeDelivery(delivery, [...answer.links.map(({ bug }) => bug), ...answer.closed], isCut)
  return answer
}

/** @throws operation_timeout */
async function applyPlan(delivery: Delivery, event: CodeEvent, plan: CodePlan, answer: CodeAnswer): Promise<void> {
  const { hook } = delivery.admitted
  for (const [bug, mentions] of plan.mentions) {
    delivery.step()
    const application = { bug, hook, repository: event.repository, mentions, mayClose: true }
    const { result: applied, refusal } = await applyToBug(delivery, application)
    const isNamed = mentions.some((mention) => mention.isNamed)
    noteApplied(answer, bug, applied, isNamed)
    if (refusal) answer.left.push({ bug, reason: 'not_closed', error: refusal.number })
    else if (applied.closing.length > 0) answer.closed.push(bug)
  }
  for (const bug of plan.over) answer.left.push({ bug, reason: 'limit' })
  if (plan.isCut) answer.left.push({ reason: 'limit' })
}

function noteApplied(answer: CodeAnswer, bug: number, { isFound, links, over }: Applied, isNamed: boolean): void {
  if (!isFound) {
    if (isNamed) answer.left.push({ bug, reason: 'not_found' })
    return
  }
  for (const { id, item } of links) answer.links.push({ bug, id, kind: item.kind, ref: item.ref, state: item.state })
  if (over.length > 0) answer.left.push({ bug, reason: 'limit' })
}

/** Links and closes together. If closing is refused, only links. */
function applyToBug({ context, admitted }: Delivery, application: Application): Promise<Outcome<Applied>> {
  const who = { user_id: admitted.hook.user_id }
  return firstPossible(context, [true, false], async (mayClose, _tx, invoke) => {
    const input = { ...application, mayClose, isRecordedLater: true }
    const applied = (await invoke(applyCode, who, input, {}, undefined)) as Applied
    if (applied.closing.length === 0) return applied
    const update = closingUpdate(admitted.hook, application, applied)
    await refusableUpdate(invoke(updateBugs, who, update, {}, undefined, applied.unrecorded))
    return applied
  })
}

/** The comment on a bug that others can see must not name a private repository. */
function closingUpdate(
  { status, resolution }: Admitted['hook'],
  { bug, repository }: Application,
  { closing, mayCommentPrivately }: Applied,
) {
  const isPrivate = repository.isPrivate && mayCommentPrivately
  const body = repository.isPrivate && !isPrivate ? 'Fixed.' : closing.map(fixedBy).join('\n\n')
  return { ids: [bug], status, resolution, comment: { body, is_private: isPrivate } }
}

function fixedBy({ url, title }: CodeItem): string {
  return `Fixed by ${url}\n${truncate(title, longest.title)}`
}
