import { describe, expect, it } from 'vitest'
import { hostPayloads } from '../../test/host-payloads.js'
import { isTrackerError } from '../kernel/errors.js'
import { codeHosts, type CodeEvent, type CodeHost } from './code-event.js'
import { readEvent } from './read-event.js'

type Json = Record<string, unknown>
type Kind = 'pull' | 'push'

const now = new Date('2026-03-01T12:00:00Z')
const title = 'Fixes bug 1'
/** As JSON, in which no two places share an object. */
function payloadOf(host: CodeHost, kind: Kind): Json {
  const { pull, push } = hostPayloads[host]
  return JSON.parse(JSON.stringify(kind === 'push' ? push(title) : pull({ title, state: 'open', minute: 0 }))) as Json
}

function read(host: CodeHost, kind: Kind, payload: unknown): CodeEvent | undefined {
  const body = new TextEncoder().encode(JSON.stringify(payload))
  return readEvent(host, hostPayloads[host].headers[kind], body, now)
}

/** The paths of all values in a payload. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])])
}

/** A copy in which one value is another one, or is left out. */
function changed(payload: Json, path: readonly string[], value: unknown): Json {
  const copy = structuredClone(payload)
  const last = path.at(-1) ?? ''
  const inner = path.slice(0, -1).reduce((one, key) => one[key] as Json, copy)
  if (value !== undefined) inner[last] = value
  else if (Array.isArray(inner)) inner.splice(Number(last), 1)
  else delete inner[last]
  return copy
}

/** Without these an event says nothing. */
const essential = {
  push: ['ref', 'commits.0', 'commits.0.message', 'commits.0.url'],
  pull: ['action', 'object_attributes.state'],
  pullRequest: ['', '.number', '.iid', '.html_url', '.url', '.title'],
  repository: ['', '.full_name', '.web_url', '.path_with_namespace'],
}
const required = new Set([
  ...[...essential.push, ...essential.pull],
  ...essential.pullRequest.flatMap((name) => [`pull_request${name}`, `object_attributes${name}`]),
  ...essential.repository.flatMap((name) => [`repository${name}`, `project${name}`]),
])

describe('an event of a git host', () => {
  it.each([
    ['gitlab', 'total_commits_count'],
    ['gitea', 'total_commits'],
    ['forgejo', 'total_commits'],
  ] as const)('is cut if the host leaves out commits: %s', (host, total) => {
    const isCut = (count: number | null) => read(host, 'push', { ...payloadOf(host, 'push'), [total]: count })?.isCut
    expect([isCut(2), isCut(1), isCut(null)]).toEqual([true, false, false])
  })

  describe.each(codeHosts)('%s', (host) => {
    it.each(['pull', 'push'] as const)(
      'is read though any field is null or absent, unless it says what happened: %s',
      (kind) => {
        const payload = payloadOf(host, kind)
        const refused = new Set<string>()
        for (const path of pathsIn(payload)) {
          for (const value of [null, undefined]) {
            try {
              expect(read(host, kind, changed(payload, path, value))).toBeDefined()
            } catch (error) {
              if (!isTrackerError(error, 'code_payload_invalid')) throw error
              refused.add(path.join('.'))
            }
          }
        }
        expect([...refused].filter((path) => !required.has(path))).toEqual([])
      },
    )

    it('has the name of an author without an account, and no author if there is none', () => {
      const payload = payloadOf(host, 'push')
      const author = (value: unknown) =>
        read(host, 'push', changed(payload, ['commits', '0', 'author'], value))?.items.map((one) => one.author)
      expect(author({ name: 'Mona Lisa', email: 'mona@example.com', username: '' })).toEqual(['Mona Lisa'])
      expect(author({ name: 'Mona Lisa', username: null })).toEqual(['Mona Lisa'])
      expect(author(null)).toEqual([''])
    })

    it('has no commits if a branch is deleted, a tag is pushed, or history is moved back', () => {
      const payload = payloadOf(host, 'push')
      const gone = { after: '0'.repeat(40), deleted: true, checkout_sha: null, head_commit: null, commits: [] }
      expect(read(host, 'push', { ...payload, ...gone })?.items).toEqual([])
      expect(read(host, 'push', { ...payload, ref: 'refs/tags/v1.0', base_ref: 'refs/heads/main' })?.items).toEqual([])
      expect(read(host, 'push', { ...payload, forced: true, commits: null })?.items).toEqual([])
    })

    it('has the commits of a branch that is new, whose history was replaced, and at most 500', () => {
      const payload = payloadOf(host, 'push')
      const [first] = payload['commits'] as Json[]
      expect(read(host, 'push', { ...payload, before: '0'.repeat(40), created: true })?.items).toHaveLength(1)
      expect(read(host, 'push', { ...payload, forced: true })?.items).toHaveLength(1)
      const commits = Array.from({ length: 2048 }, (_, index) => ({ ...first, id: `c${index}` }))
      expect(read(host, 'push', { ...payload, commits })?.items).toHaveLength(500)
    })

    it('is a draft while the pull request is one', () => {
      const payload = payloadOf(host, 'pull')
      const key = host === 'gitlab' ? 'object_attributes' : 'pull_request'
      const state = (more: Json) =>
        read(host, 'pull', { ...payload, [key]: { ...(payload[key] as Json), ...more } })?.items[0]?.state
      expect([state({ draft: true }), state({ draft: false }), state({ draft: null })]).toEqual([
        'draft',
        'open',
        'open',
      ])
    })
  })
})
