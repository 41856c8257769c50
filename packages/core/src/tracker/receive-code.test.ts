import { describe, expect, it, vi } from 'vitest'
import { byHost, pushes } from '../../test/code-hosts.js'
import { deliver, hookSecret, pullRequest, push, sign } from '../../test/code.js'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { file, update } from '../../test/bugs.js'
import { countingStore } from '../../test/counting-store.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { testProvider } from '../../test/login-provider.js'
import { add, changeUser, join, rowsOf, userId } from '../../test/people.js'
import { withAuthenticator } from '../../test/second-factor.js'
import { isTrackerError } from '../kernel/errors.js'
import { hostOf } from './host.js'
import { createTracker } from './tracker.js'

const newHook = { name: 'Git', host: 'github', account: 'alice@example.com', secret: hookSecret } as const

const linksOf = async (world: World, id: number, who = 'alice') =>
  (await world.as(who).codeLinks.get({ id })).code_links.map(({ kind, ref, state, title }) => [kind, ref, state, title])

const statusOf = async (world: World, id: number) => {
  const { bugs } = await world.as('admin').bugs.get({ ids: [id] })
  return `${bugs[0]?.status} ${bugs[0]?.resolution}`
}

const commentsOf = async (world: World, id: number, who = 'admin') => {
  const { bugs } = await world.as(who).comments.get({ ids: [id] })
  return (bugs[id]?.comments ?? []).slice(1).map(({ creator, text, is_private }) => ({ creator, text, is_private }))
}

onAnyStore('receiving events of git hosts', (open) => {
  it('links a bug to a pull request once, with its latest state, whatever comes in which order', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, closes: 'never' })
    const { id } = await file(world)
    const title = `Bug ${id} - x`
    const eventsOf = (number: number) => [
      pullRequest({ number, title, minute: 0 }),
      pullRequest({ number, title, action: 'edited', draft: true, minute: 1 }),
      pullRequest({ number, title, action: 'closed', state: 'closed', merged: true, minute: 2 }),
    ]
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const [number, order] of orders.entries()) {
      for (const index of [...order, ...order]) await deliver(world, 'pull_request', eventsOf(number)[index])
      expect(await linksOf(world, id)).toEqual([['pull_request', `${number}`, 'merged', title]])
      const { code_links } = await world.as('alice').codeLinks.get({ id })
      await world.as('alice').codeLinks.delete({ ids: code_links.map((link) => link.id) })
    }
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.last_change_time).toEqual(bugs[0]?.creation_time)
    expect(await commentsOf(world, id)).toEqual([])
  })

  it('removes the link when the title names the bug no more, but not once it is merged', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, closes: 'never' })
    const [one, two] = [await file(world), await file(world)]
    await deliver(world, 'pull_request', pullRequest({ title: `Bug ${one.id}`, minute: 0 }))
    await deliver(world, 'pull_request', pullRequest({ title: `Bug ${two.id}`, action: 'edited', minute: 1 }))
    expect([await linksOf(world, one.id), (await linksOf(world, two.id)).length]).toEqual([[], 1])
    const merged = { action: 'closed', state: 'closed', merged: true }
    await deliver(world, 'pull_request', pullRequest({ title: `Bug ${two.id}`, ...merged, minute: 2 }))
    await deliver(world, 'pull_request', pullRequest({ title: 'Nothing', ...merged, action: 'edited', minute: 3 }))
    expect((await linksOf(world, two.id)).length).toBe(1)
  })

  it('keeps the link to a merged pull request, whatever a later event says of it', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, closes: 'never' })
    const { id } = await file(world)
    const merged = { action: 'closed', state: 'closed', merged: true }
    await deliver(world, 'pull_request', pullRequest({ title: `Bug ${id}`, ...merged, minute: 1 }))
    for (const title of ['Another', 'Another', `Bug ${id}`])
      await deliver(world, 'pull_request', pullRequest({ title, state: 'closed', minute: 2 }))
    expect(await linksOf(world, id)).toEqual([['pull_request', '42', 'merged', `Bug ${id}`]])
  })

  it('creates no removed link again for an older or repeated event', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, closes: 'never' })
    const { id } = await file(world)
    const named = (minute: number) => pullRequest({ title: `Bug ${id}`, minute })
    await deliver(world, 'pull_request', named(0))
    await deliver(world, 'pull_request', pullRequest({ title: 'Something else', action: 'edited', minute: 2 }))
    for (const minute of [0, 1])
      expect(await deliver(world, 'pull_request', named(minute))).toMatchObject({ links: [] })
    expect(await linksOf(world, id)).toEqual([])
    await deliver(world, 'pull_request', named(3))
    const { code_links } = await world.as('alice').codeLinks.get({ id })
    expect(code_links).toHaveLength(1)
    await world.as('alice').codeLinks.delete({ ids: code_links.map((link) => link.id) })
    await deliver(world, 'pull_request', named(3))
    expect(await linksOf(world, id)).toEqual([])
    await deliver(world, 'pull_request', named(4))
    expect(await linksOf(world, id)).toHaveLength(1)
    await world.tracker.asSystem().parameters.update({ parameters: { allowbugdeletion: true } })
    await deliver(world, 'pull_request', pullRequest({ title: 'Something else', action: 'edited', minute: 5 }))
    expect(await rowsOf(world, 'removed_code_links')).toHaveLength(1)
    await world.as('admin').bugs.delete({ ids: [id], reason: 'a test' })
    expect(await rowsOf(world, 'removed_code_links')).toEqual([])
  })

  it('closes a bug once, with a comment by the account, and not again after it was reopened', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world, { status: 'CONFIRMED' })
    const payload = push([{ message: `Fixes bug ${id}: stop blinking\n\nIt is better so.` }])
    const answer = await deliver(world, 'push', payload)
    expect(answer).toMatchObject({ closed: [id], left: [], links: [{ bug: id, kind: 'commit', ref: '4522cbc' }] })
    expect(await statusOf(world, id)).toBe('RESOLVED FIXED')
    expect(await commentsOf(world, id)).toEqual([
      {
        creator: 'alice@example.com',
        text: `Fixed by https://github.com/example/widgets/commit/4522cbc\nFixes bug ${id}: stop blinking`,
        is_private: false,
      },
    ])
    await update(world, id, { status: 'CONFIRMED' })
    expect(await deliver(world, 'push', payload)).toMatchObject({ closed: [], links: [{ bug: id }] })
    expect(await statusOf(world, id)).toBe('CONFIRMED ')
    const merge = { title: `Fix bug ${id}`, action: 'closed', state: 'closed', merged: true }
    expect(await deliver(world, 'pull_request', pullRequest(merge))).toMatchObject({ closed: [id] })
  })

  it.each<[what: string, message: string, ref?: string]>([
    ['another branch', 'Fixes bug 1', 'refs/heads/wip'],
    ['a tag', 'Fixes bug 1', 'refs/tags/main'],
    ['a revert', 'Revert "Fixes bug 1"'],
    ['a bug without a verb', 'Bug 1 is hard'],
    ['a number without "bug"', 'Fixes #1'],
  ])('closes nothing for %s', async (_what, message, ref) => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world, { status: 'CONFIRMED' })
    const answer = await deliver(world, 'push', push([{ message: message.replace('1', String(id)) }], ref))
    expect([answer.closed, await statusOf(world, id)]).toEqual([[], 'CONFIRMED '])
  })

  it('leaves bugs open that have the keyword leave-open, and those whose rules refuse it', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    await world.as('admin').keywords.create({ name: 'leave-open', description: 'Until all parts are in' })
    const [one, two] = [await file(world, { keywords: ['leave-open'] }), await file(world)]
    const { id: blocker } = await file(world, { blocks: [two.id] })
    await world.tracker.asSystem().parameters.update({ parameters: { noresolveonopenblockers: true } })
    const message = `Fixes bugs ${one.id} and ${two.id}`
    const answer = await deliver(world, 'push', push([{ message }]))
    expect(answer.closed).toEqual([])
    expect(answer.left).toEqual([{ bug: two.id, reason: 'not_closed', error: 32000 }])
    expect((await linksOf(world, two.id)).length).toBe(1)
    expect(await commentsOf(world, two.id)).toEqual([])
    await update(world, blocker, { status: 'RESOLVED', resolution: 'FIXED' })
  })

  it('answers alike for bugs that are hidden from the account and absent ones', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, account: 'carl@example.com' })
    const { id } = await file(world, { groups: ['secret'] }, 'ivan')
    const answers = []
    for (const bug of [id, 999_999]) {
      const answer = await deliver(world, 'push', push([{ message: `Fixes bug ${bug}` }]))
      answers.push(JSON.stringify(answer).replaceAll(String(bug), 'N'))
    }
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]).toBe('{"links":[],"closed":[],"left":[{"bug":N,"reason":"not_found"}]}')
    expect(await linksOf(world, id, 'ivan')).toEqual([])
  })

  it('shows links and comments about a private repository only to insiders', async () => {
    const world = await open()
    const { id: hook } = await world.as('admin').codeHooks.create(newHook)
    const [one, two] = [await file(world), await file(world)]
    const merge = { action: 'closed', state: 'closed', merged: true, isPrivate: true }
    await deliver(world, 'pull_request', pullRequest({ title: `Fixes bug ${one.id}`, ...merge }))
    expect(await linksOf(world, one.id)).toEqual([])
    expect((await linksOf(world, one.id, 'ivan')).length).toBe(1)
    expect(await commentsOf(world, one.id)).toMatchObject([{ text: 'Fixed.', is_private: false }])
    await world.as('admin').codeHooks.update({ ids: [hook], account: 'ivan@example.com' })
    await deliver(world, 'pull_request', pullRequest({ title: `Fixes bug ${two.id}`, ...merge, number: 43 }))
    expect(await commentsOf(world, two.id, 'bob')).toEqual([])
    expect(await commentsOf(world, two.id, 'ivan')).toMatchObject([{ is_private: true }])
  })

  it('refuses a wrong signature, a disabled hook and a disabled account alike, and notes nothing', async () => {
    const world = await open()
    const admin = world.as('admin')
    const { id: hook } = await admin.codeHooks.create(newHook)
    const { id } = await file(world)
    const payload = push([{ message: `Fixes bug ${id}` }])
    const refused = { code: 'code_hook_signature', data: {} }
    await expect(deliver(world, 'push', payload, 'another-secret-of-16')).rejects.toMatchObject(refused)
    await admin.codeHooks.update({ ids: [hook], is_enabled: false })
    await expect(deliver(world, 'push', payload)).rejects.toMatchObject(refused)
    await admin.codeHooks.update({ ids: [hook], is_enabled: true, account: 'dora@example.com' })
    await expect(deliver(world, 'push', payload)).rejects.toMatchObject(refused)
    expect(await rowsOf(world, 'inbound')).toEqual([])
    await admin.codeHooks.update({ ids: [hook], account: 'alice@example.com' })
    await admin.codeHooks.rotate({ id: hook, secret: 'the-next-secret-of-all', keep_hours: 1 })
    await deliver(world, 'ping', { zen: 'Keep it logically awesome.' })
    world.clock.advance(3601)
    await expect(deliver(world, 'push', payload)).rejects.toMatchObject(refused)
    await deliver(world, 'push', payload, 'the-next-secret-of-all')
    await deliver(world, 'push', payload, 'the-next-secret-of-all')
    const [row, ...others] = await rowsOf(world, 'inbound')
    expect(others).toEqual([])
    expect(row).toMatchObject({ way: 'code', source: 'Git', outcome: 'done', bug_ids: [id], attempts: 2 })
  })

  it('asks for the second factor that the account must have, here or at its provider', async () => {
    const [acme, staff] = [testProvider('acme'), testProvider('staff')]
    const providers = [{ provider: acme }, { provider: staff, secondFactor: 'provider' as const }]
    const world = await open({ logins: { providers } })
    await world.as('admin').codeHooks.create(newHook)
    const user_id = await userId(world, 'alice')
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editbugs'))
    const link = async ({ issuer }: { readonly issuer: string }, kind: 'linked' | 'claim' = 'linked') =>
      add(world, 'external_accounts', [{ issuer, subject: issuer, digest: '', kind, linked_with: 'provider', user_id }])
    const isTaken = async () => {
      const outcome = await deliver(world, 'pull_request', pullRequest({ title: 'x' })).catch((error: unknown) => error)
      return !isTrackerError(outcome, 'code_hook_signature')
    }
    const seen: [string, boolean][] = []
    const note = async (name: string) => seen.push([name, await isTaken()])
    await note('in no such group')
    await join(world, 'alice', 'editbugs')
    await note('without any login')
    await link(acme, 'claim')
    await note('claimed')
    await changeUser(world, 'alice', { password_hash: 'x' })
    await note('password')
    await changeUser(world, 'alice', { password_hash: null })
    await inStore(world.store, (tx) => tx.delete('external_accounts', { col: 'user_id', eq: user_id }))
    await link(acme)
    await note('provider')
    await link(staff)
    await note('provider that asks')
    await inStore(world.store, (tx) => tx.delete('external_accounts', { col: 'issuer', eq: staff.issuer }))
    await withAuthenticator(world, 'alice')
    await note('authenticator')
    expect(seen).toEqual([
      ['in no such group', true],
      ['without any login', true],
      ['claimed', true],
      ['password', false],
      ['provider', false],
      ['provider that asks', true],
      ['authenticator', true],
    ])
  })

  it('comes by hooks with different names', async () => {
    const world = await open()
    const { codeHooks } = world.as('admin')
    const { id } = await codeHooks.create(newHook)
    const taken = { code: 'name_in_use', data: { field: 'name', value: 'Git' } }
    await expect(codeHooks.create({ ...newHook, host: 'gitlab' })).rejects.toMatchObject(taken)
    const other = await codeHooks.create({ ...newHook, name: 'Other' })
    await expect(codeHooks.update({ ids: [other.id], name: 'Git' })).rejects.toMatchObject(taken)
    await expect(codeHooks.update({ ids: [id, other.id], name: 'Both' })).rejects.toMatchObject({ code: 'name_in_use' })
    await codeHooks.update({ ids: [id], name: 'Git', closes: 'never' })
    expect((await codeHooks.get()).code_hooks.map(({ name }) => name)).toEqual(['Git', 'Other'])
  })

  it('reports private links in the change feed only to readers who can see them', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, closes: 'never' })
    const { id } = await file(world)
    const { next: since } = await world.as('alice').changes.get({ since: 'now' })
    await deliver(world, 'pull_request', pullRequest({ title: `Bug ${id}`, isPrivate: true }))
    await deliver(world, 'push', push([{ message: `Bug ${id}` }]))
    const { code_links } = await world.as('alice').codeLinks.get({ id })
    await world.as('alice').codeLinks.delete({ ids: code_links.map((link) => link.id) })
    const told = async (who: string) =>
      (await world.as(who).changes.get({ since, type: ['bug.changed'] })).changes.map((entry) => entry.code_links)
    expect(await told('bob')).toEqual([[]])
    expect(await told('ivan')).toMatchObject([[{ kind: 'pull_request', ref: '42', is_private: true }], []])
  })

  it('closes a bug in at most five statements more than an update, and with one entry of the change feed', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world, { status: 'CONFIRMED' })
    const { store, queries, writes } = countingStore({ ...world.store, close: () => undefined })
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const counted = async (work: () => Promise<unknown>) => {
      const before = queries.length + writes.length
      await work()
      return queries.length + writes.length - before
    }
    const comment = { body: 'By hand.' }
    const changes = { ids: [id], status: 'RESOLVED', resolution: 'FIXED', comment }
    const delivered = (message: string, commit: string) =>
      counted(() => deliver({ ...world, tracker }, 'push', push([{ id: commit, message }])))
    const ofDelivery = await delivered('Nothing', 'c1')
    const ofUpdate = await counted(() => tracker.as({ login: 'alice@example.com' }).bugs.update(changes))
    await update(world, id, { status: 'CONFIRMED' })
    const { next: since } = await world.as('alice').changes.get({ since: 'now' })
    expect(await delivered(`Fixes bug ${id}`, 'c2')).toBeLessThanOrEqual(ofDelivery + ofUpdate + 5)
    expect((await world.as('alice').changes.get({ since })).changes).toMatchObject([
      { type: 'bug.changed', bug_id: id, code_links: [{ ref: 'c2' }], changes: expect.any(Array) as unknown[] },
    ])
  })

  it('leaves out too many commits, bugs and links, and URLs of another host, and reports it', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world)
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `c${index}`, message: `Bug ${1000 + index}` }))
    const { left } = await deliver(world, 'push', push(many))
    expect(left.filter(({ reason }) => reason === 'limit')).toHaveLength(10)
    const commits = Array.from({ length: 101 }, (_, index) => ({ id: `d${index}`, message: `Bug ${id}` }))
    // In parts: a busy machine ends a delivery after nine seconds.
    for (const start of [0, 50]) await deliver(world, 'push', push(commits.slice(start, start + 50)))
    expect((await deliver(world, 'push', push(commits.slice(100)))).left).toEqual([{ bug: id, reason: 'limit' }])
    expect(await linksOf(world, id)).toHaveLength(100)
    const crowd = Array.from({ length: 501 }, (_, index) => ({ id: `e${index}`, message: 'Nothing' }))
    expect((await deliver(world, 'push', push(crowd))).left).toEqual([{ reason: 'limit' }])
    const rows = await rowsOf(world, 'inbound')
    expect(rows.at(-1)).toMatchObject({ outcome: 'nothing', reason: 'limit' })
    expect((await deliver(world, 'push', push(crowd.slice(1)))).left).toEqual([])
    const foreign = pullRequest({ title: `Bug ${id}` })
    foreign.pull_request.html_url = 'https://evil.example.com/42'
    expect(await deliver(world, 'pull_request', foreign)).toEqual({
      links: [],
      closed: [],
      left: [{ reason: 'limit' }],
    })
  })

  it('is for the repositories and products of the hook', async () => {
    const world = await open()
    const { id: hook } = await world.as('admin').codeHooks.create({ ...newHook, repositories: ['other/*'] })
    const { id } = await file(world)
    const payload = pullRequest({ title: `Bug ${id}` })
    expect(await deliver(world, 'pull_request', payload)).toEqual({ links: [], closed: [], left: [] })
    await world.as('admin').codeHooks.update({ ids: [hook], repositories: ['example/*'], product: ['Gadgets'] })
    expect((await deliver(world, 'pull_request', payload)).left).toEqual([{ bug: id, reason: 'not_found' }])
    await world.as('admin').codeHooks.update({ ids: [hook], product: ['Gadgets', 'Widgets'] })
    expect((await deliver(world, 'pull_request', payload)).links).toHaveLength(1)
  })

  it.each([
    ['nested brackets', '['.repeat(100_000)],
    ['other JSON', '{"ref": 1}'],
    ['a key of prototypes', '{"__proto__": {"ref": "refs/heads/main"}}'],
    ['no JSON', 'ref=refs/heads/main'],
  ])('refuses %s', async (_what, text) => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const body = new TextEncoder().encode(text)
    const headers: Record<string, string> = { 'x-github-event': 'push', 'x-hub-signature-256': sign(body) }
    const send = () => hostOf(world.tracker).receiveCode({ host: 'github', headers, body })
    for (let count = 0; count < 2; count++) await expect(send()).rejects.toMatchObject({ code: 'code_payload_invalid' })
    expect(await rowsOf(world, 'inbound')).toMatchObject([
      { way: 'code', source: 'Git', outcome: 'refused', reason: 'payload_invalid', bug_ids: [], attempts: 2 },
    ])
    headers['x-hub-signature-256'] = sign(body, 'another-secret-of-16')
    await expect(send()).rejects.toMatchObject({ code: 'code_hook_signature' })
    expect(await rowsOf(world, 'inbound')).toHaveLength(1)
  })

  it('lists a delivery that took too long as refused, until it is done', async () => {
    const now = performance.now.bind(performance)
    let [isSlow, waited] = [false, 0]
    vi.spyOn(performance, 'now').mockImplementation(() => now() + waited)
    const operation = () => {
      if (isSlow) waited += 10_000
      return undefined
    }
    const world = await open({ observer: { operation } })
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world)
    const payload = push([{ message: `Bug ${id}` }])
    const outcomes = async () => (await rowsOf(world, 'inbound')).map(({ outcome, reason }) => [outcome, reason])
    isSlow = true
    await expect(deliver(world, 'push', payload)).rejects.toMatchObject({ code: 'operation_timeout' })
    isSlow = false
    expect(await outcomes()).toEqual([['refused', 'timeout']])
    await deliver(world, 'push', payload)
    expect(await outcomes()).toEqual([['done', '']])
    isSlow = true
    await expect(deliver(world, 'push', payload)).rejects.toMatchObject({ code: 'operation_timeout' })
    vi.restoreAllMocks()
    expect(await outcomes()).toEqual([['done', '']])
  })
})

onAnyStore('receiving events of other hosts', (open) => {
  describe.each(['gitlab', 'gitea', 'forgejo'] as const)('%s', (host) => {
    const form = byHost[host === 'forgejo' ? 'gitea' : host]
    it('links and closes by merge requests', async () => {
      const world = await open()
      await world.as('admin').codeHooks.create({ ...newHook, host })
      const { id } = await file(world, { status: 'CONFIRMED' })
      const send = (title: string, state: string, time: string) => {
        const body = new TextEncoder().encode(JSON.stringify(form.payload(title, state, time)))
        const signature = sign(body).slice('sha256='.length)
        const headers: Record<string, string> = { ...form.headers }
        if (host !== 'gitlab') headers['x-gitea-signature'] = signature
        return hostOf(world.tracker).receiveCode({ host, headers, body })
      }
      await send(`Bug ${id}: stop`, 'opened', '2017-12-10 17:08:07 UTC')
      const { code_links } = await world.as('alice').codeLinks.get({ id })
      expect(code_links).toMatchObject([{ ...form.link, state: 'open', author: 'octocat', is_private: false }])
      const answer = await send(`Fixes bug ${id}`, 'merged', '2017-12-10T18:08:07Z')
      expect(answer).toMatchObject({ closed: [id], links: [{ state: 'merged' }] })
      await send(`Bug ${id}: stop`, 'opened', '2017-12-10 17:08:07 UTC')
      await send(`Fixes bug ${id}`, 'merged', '2017-12-10T18:08:07Z')
      expect(await linksOf(world, id)).toEqual([['pull_request', '7', 'merged', `Fixes bug ${id}`]])
      expect(await commentsOf(world, id)).toHaveLength(1)
    })

    it('closes bugs by a push to the default branch, and refuses a wrong signature', async () => {
      const world = await open()
      await world.as('admin').codeHooks.create({ ...newHook, host })
      const { id } = await file(world, { status: 'CONFIRMED' })
      const { headers, payload } = pushes[host === 'forgejo' ? 'gitea' : host]
      const body = new TextEncoder().encode(JSON.stringify(payload(`Fixes bug ${id}\n\nIt blinked.\n`)))
      const signed = (secret: string): Record<string, string> => {
        if (host === 'gitlab') return { ...headers, 'x-gitlab-token': secret }
        const signature = sign(body, secret)
        // Forgejo sends the headers of all three.
        const own = { [`x-${host}-event`]: 'push', [`x-${host}-signature`]: signature.slice('sha256='.length) }
        return { ...headers, ...own, 'x-hub-signature-256': signature, 'x-github-event': 'push' }
      }
      const send = (secret: string) => hostOf(world.tracker).receiveCode({ host, headers: signed(secret), body })
      await expect(send('another-secret-of-16')).rejects.toMatchObject({ code: 'code_hook_signature' })
      expect(await rowsOf(world, 'inbound')).toEqual([])
      expect(await send(hookSecret)).toMatchObject({
        closed: [id],
        links: [{ bug: id, kind: 'commit', state: 'pushed' }],
      })
      expect(await send(hookSecret)).toMatchObject({ closed: [], links: [{ bug: id }] })
      expect(await commentsOf(world, id)).toHaveLength(1)
    })
  })
})
