// Pull requests in the form of bugzilla.mozilla.org: an attachment with the URL as its content.
import * as z from 'zod'
import type { CodeEvent, CodeItem } from '../code/code-event.js'
import { readGithub } from '../code/github.js'
import { bugNumberIn } from '../code/names.js'
import { parsePayload } from '../code/payload.js'
import { readJson } from '../code/read-json.js'
import { isFor, isShowable, planEvent } from '../domain/code-hooks/plan.js'
import { applyCode, type Applied, type Mention } from '../domain/code-links/apply.js'
import { findUrlAttachment, noteAttachment, pullRequestType } from '../domain/code-links/attachments.js'
import { longest } from '../domain/code-links/limits.js'
import type { Linked } from '../domain/code-links/linked.js'
import { isTrackerError } from '../kernel/errors.js'
import { truncate } from '../kernel/normalize.js'
import { updateAttachments } from '../operations/attachments/update.js'
import { runSession } from './run-transaction.js'
import { closeDelivery, findLinks, type Delivery } from './code-parts.js'

const wanted = z.object({
  action: z.string(),
  pull_request: z.object({ html_url: z.string(), title: z.string(), number: z.int() }),
  repository: z.object({ full_name: z.string() }),
})

export type PullRequestAnswer =
  { readonly error: 0; readonly id: number } | { readonly error: 1; readonly message: string }

const messages = {
  action: 'The webhook sent a pull request event that was not an opened event.',
  bug: 'The pull request title did not contain a valid bug ID or the bug is not publicly visible.',
  known: 'The pull request contained a bug ID that already has an attachment.',
}

/** @throws code_payload_invalid */
export async function receivePullRequest(delivery: Delivery): Promise<PullRequestAnswer> {
  const { context, request, admitted } = delivery
  const payload = readJson(request.body)
  parsePayload(wanted, payload)
  const event = readGithub('pull_request', payload, context.environment.clock())
  const [item] = event?.items ?? []
  if (!event || !item || !isFor(admitted.hook, event.repository.name)) return refused('bug')
  const linked = await findLinks(delivery, event)
  const id = bugNumberIn(item.title)
  const isOpened = event.action === 'opened'
  await followLinks(delivery, event, linked, isOpened ? id : undefined)
  const answer = isOpened ? await attach(delivery, event, item, id) : refused('action')
  if (answer.error === 0) await retire(delivery, linked, id)
  await closeDelivery(delivery, answer.error === 0 && id !== undefined ? [id] : [], false)
  return answer
}

function refused(why: keyof typeof messages): PullRequestAnswer {
  return { error: 1, message: messages[why] }
}

/** Links of all bugs but the one that gets the attachment. */
async function followLinks(
  delivery: Delivery,
  event: CodeEvent,
  linked: readonly Linked[],
  except: number | undefined,
): Promise<void> {
  const { context, admitted } = delivery
  const plan = planEvent(
    event,
    admitted,
    linked.map(({ bug_id }) => bug_id),
  )
  for (const [bug, mentions] of plan.mentions) {
    if (bug === except) continue
    delivery.step()
    const application = { bug, hook: admitted.hook, repository: event.repository, mentions, mayClose: false }
    const who = { user_id: admitted.hook.user_id }
    await runSession(context, (_tx, invoke) => invoke(applyCode, who, application, {}, undefined))
  }
}

async function attach(
  { context, admitted: { hook } }: Delivery,
  { repository }: CodeEvent,
  item: CodeItem,
  bug: number | undefined,
): Promise<PullRequestAnswer> {
  if (bug === undefined || !isShowable(item, repository.id)) return refused('bug')
  const who = { user_id: hook.user_id }
  const mentions: readonly Mention[] = [{ item, isNamed: true, closes: false }]
  return runSession(context, async (tx, invoke) => {
    const application = { bug, hook, repository, mentions, mayClose: false }
    const applied = (await invoke(applyCode, who, application, {}, undefined)) as Applied
    const { isPrivate: is_private } = repository
    if (!applied.isFound || !applied.isPublic || (is_private && !applied.mayCommentPrivately)) return refused('bug')
    const found = await invoke(findUrlAttachment, who, { bug, url: item.url }, {}, undefined)
    if ((found as { readonly isThere: boolean }).isThere) return refused('known')
    const { ids } = await tx.as(who).attachments.create({
      ids: [bug],
      data: new TextEncoder().encode(item.url),
      content_type: pullRequestType,
      file_name: `github-${repository.name.replaceAll('/', '_')}-${item.ref}-url.txt`,
      is_private,
      summary: `[${repository.name}] ${truncate(item.title, longest.title)} (#${item.ref})`,
    })
    const [attachment = 0] = ids
    const [link] = applied.links
    if (link) await invoke(noteAttachment, who, { link: link.id, attachment }, {}, undefined)
    return { error: 0, id: attachment }
  })
}

/** The pull request has moved here from other bugs, as far as the account may see and edit them. */
async function retire(
  { context, admitted }: Delivery,
  linked: readonly Linked[],
  to: number | undefined,
): Promise<void> {
  const who = { user_id: admitted.hook.user_id }
  for (const { bug_id, attachment_id } of linked) {
    if (attachment_id === null || bug_id === to) continue
    const comment =
      `GitHub pull request attachment was moved to bug ${to}. ` + `Setting attachment ${attachment_id} to obsolete.`
    await runSession(context, async (tx) => {
      const { attachments } = tx.as(who)
      const { attachments: found } = await attachments.get({
        attachment_ids: [attachment_id],
        exclude_fields: ['data'],
      })
      if (found[String(attachment_id)]?.is_obsolete === false)
        await attachments.update({ ids: [attachment_id], is_obsolete: true, comment })
    }).catch(ignoreRefusal)
  }
}

const refusals = [...(updateAttachments.errors ?? []), 'transaction_failed'] as const

/** Where the account may not see or change the other attachment, it stays. */
function ignoreRefusal(error: unknown): void {
  if (!isTrackerError(error, ...refusals)) throw error
}
