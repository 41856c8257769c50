// The form in which bugzilla.mozilla.org receives events of GitHub.
import { eventName } from '../code/read-event.js'
import type { CodeRequest } from '../domain/code-hooks/admit.js'
import { TrackerError } from '../kernel/errors.js'
import type { TrackerContext } from './context.js'
import type { RequestDetails, Run } from './request.js'
import { receivePullRequest, type PullRequestAnswer } from './bmo-pull-request.js'
import { receivePush, type PushAnswer } from './bmo-push.js'
import { noteRefusal, openDelivery } from './code-parts.js'

export interface BmoRequest extends Omit<CodeRequest, 'host'> {
  readonly event: 'pull_request' | 'push'
  /** Does not set the flag `qe-verify`. */
  readonly withoutQeVerify: boolean
}

export type BmoAnswer = PullRequestAnswer | PushAnswer

/** @throws code_event_unexpected, code_hook_signature, code_payload_invalid, code_bug_missing */
export async function receiveBmo(
  context: TrackerContext,
  run: Run,
  { event, withoutQeVerify, headers, body }: BmoRequest,
  details: RequestDetails,
): Promise<BmoAnswer> {
  const name = eventName('github', headers)
  if (name !== event && name !== 'ping') throw new TrackerError('code_event_unexpected', { accepted: event })
  const delivery = await openDelivery(context, run, { host: 'github', headers, body }, details)
  if (name === 'ping') return { error: 0 }
  return noteRefusal<BmoAnswer>(delivery, () =>
    event === 'push' ? receivePush(delivery, withoutQeVerify) : receivePullRequest(delivery),
  )
}
