// Pushes in the form of bugzilla.mozilla.org: a comment with the commits, which closes the bug.
import * as z from 'zod'
import { maxTextLength } from '../call/define/inputs.js'
import type { CodeItem } from '../code/code-event.js'
import { readGithub } from '../code/github.js'
import { bugNumberIn } from '../code/names.js'
import { parsePayload } from '../code/payload.js'
import { readJson } from '../code/read-json.js'
import { isClosingBranch, isFor, isShowable } from '../domain/code-hooks/plan.js'
import { applyCode, type Application, type Applied } from '../domain/code-links/apply.js'
import { findLastComment } from '../domain/code-links/attachments.js'
import { TrackerError } from '../kernel/errors.js'
import type { Transaction } from './session/transaction-handle.js'
import { firstPossible, refusableUpdate } from './code-attempts.js'
import { closeDelivery, type Delivery } from './code-parts.js'
import { truncate } from '../kernel/normalize.js'

const wanted = z.object({
  ref: z.string(),
  repository: z.object({ full_name: z.string(), default_branch: z.string() }),
  commits: z
    .array(
      z.object({
        message: z.string(),
        url: z.string(),
        author: z
          .object({ name: z.string().optional(), username: z.string().optional() })
          .refine(({ name, username }) => name !== undefined || username !== undefined),
      }),
    )
    .nullish(),
})

export interface PushAnswer {
  readonly error: 0
  readonly bugs?: Readonly<Record<string, { readonly id: number; readonly text: string }>>
}

type CommentedBug = { readonly applied: Applied; readonly comment?: { readonly id: number; readonly text: string } }

/** @throws code_payload_invalid, code_bug_missing */
export async function receivePush(delivery: Delivery, withoutQeVerify: boolean): Promise<PushAnswer> {
  const { request, admitted, context } = delivery
  const payload = readJson(request.body)
  parsePayload(wanted, payload)
  const event = readGithub('push', payload, context.environment.clock())
  const [first] = event?.items ?? []
  if (!event || !first || !isFor(admitted.hook, event.repository.name)) return { error: 0 }
  if (!isWantedBranch(delivery, first.target, event.repository.defaultBranch)) return { error: 0 }
  const shown = event.items.filter((item) => isShowable(item, event.repository.id))
  const bugs: Record<string, { readonly id: number; readonly text: string }> = {}
  let isFound = false
  const all = commitsByBug(shown)
  for (const [bug, items] of [...all].slice(0, mostBugs)) {
    delivery.step()
    const mentions = items.map((item) => ({ item, isNamed: true, closes: true }))
    const application = { bug, hook: admitted.hook, repository: event.repository, mentions, mayClose: true }
    const { applied, comment } = await commentOn(delivery, application, withoutQeVerify)
    isFound ||= applied.isFound
    if (comment) bugs[String(bug)] = comment
  }
  if (!isFound) throw new TrackerError('code_bug_missing')
  const isCut = event.isCut || shown.length < event.items.length || all.size > mostBugs
  await closeDelivery(delivery, Object.keys(bugs).map(Number), isCut)
  return { error: 0, bugs }
}

function isWantedBranch({ admitted: { hook } }: Delivery, branch: string, defaultBranch: string): boolean {
  return branch === defaultBranch || /^releases_v\d+$/.test(branch) || isClosingBranch(hook, branch, defaultBranch)
}

/** At most one bug for each commit: the first that it names. */
function commitsByBug(items: readonly CodeItem[]): ReadonlyMap<number, readonly CodeItem[]> {
  const found = new Map<number, CodeItem[]>()
  for (const item of items) {
    const bug = bugNumberIn(`${item.title}\n${item.text}`)
    if (bug !== undefined) found.set(bug, [...(found.get(bug) ?? []), item])
  }
  return found
}

const mostBugs = 50

/** A comment about commits that were not linked yet, with the closing of the bug where that is possible. */
async function commentOn(
  { context, admitted: { hook, hasQeVerify } }: Delivery,
  application: Application,
  withoutQeVerify: boolean,
): Promise<CommentedBug> {
  const who = { user_id: hook.user_id }
  const candidates = [
    ...(hasQeVerify && !withoutQeVerify ? [{ mayClose: true, hasFlag: true }] : []),
    { mayClose: true, hasFlag: false },
    { mayClose: false, hasFlag: false },
  ]
  const { result } = await firstPossible(context, candidates, async ({ mayClose, hasFlag }, tx, invoke) => {
    const applied = (await invoke(applyCode, who, { ...application, mayClose }, {}, undefined)) as Applied
    const items = applied.links.filter(({ isNew }) => isNew).map(({ item }) => item)
    if (items.length === 0) return { applied }
    const { bug, repository } = application
    const is_private = repository.isPrivate && applied.mayCommentPrivately
    const isHidden = repository.isPrivate && !is_private
    const text = isHidden ? 'A commit was pushed to a private repository.' : items.map(blockOf).join('\n').trimEnd()
    const body = truncate(text, maxTextLength)
    await refusableUpdate(
      updateOf(tx, who, { bug, body, is_private, isClosing: applied.closing.length > 0, hasFlag, hook }),
    )
    const { id } = (await invoke(findLastComment, who, { bug }, {}, undefined)) as { readonly id: number }
    return { applied, comment: { id, text: body } }
  })
  return result
}

function updateOf(
  tx: Transaction,
  who: { readonly user_id: number },
  {
    bug,
    body,
    is_private,
    isClosing,
    hasFlag,
    hook,
  }: {
    readonly bug: number
    readonly body: string
    readonly is_private: boolean
    readonly isClosing: boolean
    readonly hasFlag: boolean
    readonly hook: Delivery['admitted']['hook']
  },
): Promise<unknown> {
  const { status, resolution } = hook
  return tx.as(who).bugs.update({
    ids: [bug],
    comment: { body, is_private },
    ...(isClosing && { status, resolution }),
    ...(isClosing && hasFlag && { flags: [{ name: 'qe-verify', status: '+' }] }),
  })
}

function blockOf({ url, title, author, target, isAccount }: CodeItem): string {
  const by = isAccount ? `https://github.com/${author}` : author
  return `Authored by ${by}\n${url}\n[${target}] ${title}\n`
}
