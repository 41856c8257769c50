// Events of GitHub, and of Gitea and Forgejo, which have the same payloads.
import * as z from 'zod'
import { TrackerError } from '../kernel/errors.js'
import type { CodeEvent, CodeItem, CodeRepository, LinkState } from './code-event.js'
import { branchOf, changedAt, commit, commitItems, hostOf, isCut, parsePayload, stepTimes, text } from './payload.js'

const repository = z.object({
  html_url: z.string().nullish(),
  full_name: z.string(),
  default_branch: text,
  private: z.boolean().nullish(),
})

const push = z.object({
  ref: z.string(),
  repository,
  commits: z.array(commit).nullish(),
  /** Of Gitea and Forgejo. */
  total_commits: z.number().nullish(),
})

const side = z.object({ ref: z.string().nullish() }).nullish()

const pullRequest = z.object({
  action: z.string(),
  repository,
  pull_request: z.object({
    number: z.int(),
    html_url: z.string(),
    title: z.string(),
    body: text,
    draft: z.boolean().nullish(),
    merged: z.boolean().nullish(),
    state: z.string().nullish(),
    ...stepTimes,
    user: z.object({ login: text }).nullish(),
    head: side,
    base: side,
    head_branch: text,
    base_branch: text,
  }),
})

/** Reads an event. Undefined for events that are ignored. @throws code_payload_invalid */
export function readGithub(event: string, payload: unknown, now: Date): CodeEvent | undefined {
  if (event === 'push') return readPush(payload, now)
  if (event === 'pull_request' || event === 'pull_request_sync') return readPullRequest(payload)
  return undefined
}

function readPush(payload: unknown, now: Date): CodeEvent {
  const { ref, repository: found, commits, total_commits } = parsePayload(push, payload)
  const target = branchOf(ref)
  const items = target === undefined ? [] : commitItems(commits ?? [], target, now)
  const place = repositoryOf(found, items[0]?.url)
  return { repository: place, action: 'pushed', items, isCut: isCut(commits, total_commits) }
}

function readPullRequest(payload: unknown): CodeEvent {
  const { action, repository: found, pull_request: one } = parsePayload(pullRequest, payload)
  const item: CodeItem = {
    kind: 'pull_request',
    ref: String(one.number),
    url: one.html_url,
    title: one.title,
    text: one.body,
    branch: one.head?.ref ?? one.head_branch,
    target: one.base?.ref ?? one.base_branch,
    state: stateOf(one),
    author: one.user?.login ?? '',
    isAccount: true,
    changedAt: changedAt(one),
  }
  return { repository: repositoryOf(found, item.url), action, items: [item], isCut: false }
}

function stateOf({
  merged,
  state,
  draft,
}: {
  readonly merged?: boolean | null | undefined
  readonly state?: string | null | undefined
  readonly draft?: boolean | null | undefined
}): LinkState {
  if (merged) return 'merged'
  if ((state ?? 'open') !== 'open') return 'closed'
  return draft ? 'draft' : 'open'
}

/** If a repository has no URL, it is on the host of its items. One that does not say that it is public is private. */
function repositoryOf(
  { html_url, full_name, default_branch, private: isPrivate }: z.output<typeof repository>,
  urlOfItem = '',
): CodeRepository {
  const host = hostOf(html_url ?? urlOfItem) ?? ''
  if (host === '' && typeof html_url === 'string')
    throw new TrackerError('code_payload_invalid', { problem: 'repository.html_url is not a URL' })
  const id = `${host}/${full_name}`.toLowerCase()
  return { id, name: full_name, host, defaultBranch: default_branch, isPrivate: isPrivate !== false }
}
