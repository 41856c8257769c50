// Requests of git hosts.
import { createHmac } from 'node:crypto'
import { hostOf } from '../src/tracker/host.js'
import type { BmoRequest } from '../src/tracker/bmo.js'
import type { World } from './harness.js'

export const hookSecret = 'sixteen-or-longer'

export function sign(body: Uint8Array, secret = hookSecret): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

const bytesOf = (payload: unknown) => new TextEncoder().encode(JSON.stringify(payload))

const repository = {
  ...{ html_url: 'https://github.com/example/widgets', full_name: 'example/widgets' },
  ...{ default_branch: 'main', private: false },
}

interface PullRequest {
  readonly number?: number
  readonly title: string
  readonly body?: string
  readonly action?: string
  readonly merged?: boolean
  readonly state?: string
  readonly draft?: boolean
  readonly minute?: number
  readonly base?: string
  readonly url?: string
  readonly isPrivate?: boolean
}

/** A payload in the form of GitHub, with the fields that are read and some that are not. */
export function pullRequest({ number = 42, title, action = 'opened', minute = 0, ...one }: PullRequest) {
  return {
    action,
    number,
    pull_request: {
      url: `https://api.github.com/repos/example/widgets/pulls/${number}`,
      html_url: one.url ?? `https://github.com/example/widgets/pull/${number}`,
      number,
      state: one.state ?? 'open',
      locked: false,
      title,
      user: { login: 'octocat', id: 1, type: 'User' },
      body: one.body ?? null,
      draft: one.draft ?? false,
      merged: one.merged ?? false,
      updated_at: `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`,
      head: { ref: 'changes', sha: '4522cbc' },
      base: { ref: one.base ?? 'main', sha: '111111' },
    },
    repository: { ...repository, private: one.isPrivate ?? false },
    sender: { login: 'octocat' },
  }
}

interface Commit {
  readonly id?: string
  readonly url?: string
  readonly message: string
}

export function push(commits: readonly Commit[], ref = 'refs/heads/main') {
  return {
    ref,
    before: '0'.repeat(40),
    repository,
    commits: commits.map(({ id = '4522cbc', message, url = `https://github.com/example/widgets/commit/${id}` }) => ({
      id,
      message,
      url,
      timestamp: '2026-03-01T10:00:00+02:00',
      author: { name: 'The Octocat', username: 'octocat', email: 'octocat@example.com' },
    })),
  }
}

/** Delivers a payload as GitHub does. */
export function deliver(world: World, event: string, payload: unknown, secret = hookSecret) {
  const body = bytesOf(payload)
  const headers = { 'x-github-event': event, 'x-hub-signature-256': sign(body, secret) }
  return hostOf(world.tracker).receiveCode({ host: 'github', headers, body })
}

/** The same in the form of bugzilla.mozilla.org. */
export function deliverBmo(
  world: World,
  event: BmoRequest['event'],
  payload: unknown,
  {
    name = event,
    secret = hookSecret,
    withoutQeVerify = false,
  }: { readonly name?: string; readonly secret?: string; readonly withoutQeVerify?: boolean } = {},
) {
  const body = bytesOf(payload)
  const headers = { 'x-github-event': name, 'x-hub-signature-256': sign(body, secret) }
  return hostOf(world.tracker).receiveBmo({ event, withoutQeVerify, headers, body })
}
