// Events of GitLab.
import * as z from 'zod'
import { TrackerError } from '../kernel/errors.js'
import type { CodeEvent, CodeItem, CodeRepository, LinkState } from './code-event.js'
import { branchOf, changedAt, commit, commitItems, hostOf, isCut, parsePayload, stepTimes, text } from './payload.js'

/** The visibility level of public projects. */
const publicLevel = 20

const project = z.object({
  web_url: z.string(),
  path_with_namespace: z.string(),
  default_branch: z.string().nullish(),
  visibility_level: z.int().nullish(),
})

const push = z.object({
  ref: z.string(),
  project,
  commits: z.array(commit).nullish(),
  total_commits_count: z.number().nullish(),
})

const mergeRequest = z.object({
  project,
  user: z.object({ username: text }).nullish(),
  object_attributes: z.object({
    iid: z.int(),
    url: z.string(),
    title: z.string(),
    description: text,
    draft: z.boolean().nullish(),
    work_in_progress: z.boolean().nullish(),
    state: z.string(),
    action: text,
    ...stepTimes,
    source_branch: text,
    target_branch: text,
  }),
})

/** Reads an event. Undefined for events that are ignored. @throws code_payload_invalid */
export function readGitlab(event: string, payload: unknown, now: Date): CodeEvent | undefined {
  if (event === 'Push Hook') {
    const { ref, project: found, commits, total_commits_count } = parsePayload(push, payload)
    const target = branchOf(ref)
    const items = target === undefined ? [] : commitItems(commits ?? [], target, now)
    return { repository: repositoryOf(found), action: 'pushed', items, isCut: isCut(commits, total_commits_count) }
  }
  if (event !== 'Merge Request Hook') return undefined
  const { project: found, user, object_attributes: one } = parsePayload(mergeRequest, payload)
  const item: CodeItem = {
    kind: 'pull_request',
    ref: String(one.iid),
    url: one.url,
    title: one.title,
    text: one.description,
    branch: one.source_branch,
    target: one.target_branch,
    state: stateOf(one.state, one.draft ?? one.work_in_progress ?? false),
    author: user?.username ?? '',
    isAccount: true,
    changedAt: changedAt(one),
  }
  return { repository: repositoryOf(found), action: one.action, items: [item], isCut: false }
}

function stateOf(state: string, isDraft: boolean): LinkState {
  if (state === 'merged' || state === 'closed') return state
  return isDraft ? 'draft' : 'open'
}

function repositoryOf({ web_url, path_with_namespace, ...rest }: z.output<typeof project>): CodeRepository {
  const host = hostOf(web_url)
  if (host === undefined) throw new TrackerError('code_payload_invalid', { problem: 'project.web_url is not a URL' })
  return {
    id: `${host}/${path_with_namespace}`.toLowerCase(),
    name: path_with_namespace,
    host,
    defaultBranch: rest.default_branch ?? '',
    isPrivate: rest.visibility_level !== publicLevel,
  }
}
