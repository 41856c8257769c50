import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { file } from '../../test/bugs.js'
import { hookSecret } from '../../test/code.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { hostPayloads, type Step } from '../../test/host-payloads.js'
import type { CodeHost } from '../code/code-event.js'
import { hostOf } from './host.js'

/** Delivers an event with the signature of its host. */
async function send(world: World, host: CodeHost, event: 'pull' | 'push', payload: unknown) {
  const body = new TextEncoder().encode(JSON.stringify(payload))
  const hex = createHmac('sha256', hookSecret).update(body).digest('hex')
  const signatures = {
    github: { 'x-hub-signature-256': `sha256=${hex}` },
    gitlab: { 'x-gitlab-token': hookSecret },
    gitea: { 'x-gitea-signature': hex, 'x-hub-signature-256': `sha256=${hex}` },
    forgejo: { 'x-forgejo-signature': hex, 'x-gitea-signature': hex, 'x-hub-signature-256': `sha256=${hex}` },
  }
  const headers = { ...hostPayloads[host].headers[event], ...signatures[host] }
  return hostOf(world.tracker).receiveCode({ host, headers, body })
}

onAnyStore('an event with all fields that its host sends', (open) => {
  const openHook = async (host: CodeHost) => {
    const world = await open()
    const account = 'alice@example.com'
    await world.as('admin').codeHooks.create({ name: 'Git', host, account, secret: hookSecret })
    const { id } = await file(world, { status: 'CONFIRMED' })
    const links = async () =>
      (await world.as('alice').codeLinks.get({ id })).code_links.map(({ kind, repository, ref, state }) => [
        kind,
        repository,
        ref,
        state,
      ])
    const bug = async () => (await world.as('alice').bugs.get({ ids: [id] })).bugs[0]
    const comments = async () => (await world.as('alice').comments.get({ ids: [id] })).bugs[id]?.comments.slice(1) ?? []
    return { world, id, links, bug, comments }
  }

  describe.each(Object.keys(hostPayloads) as CodeHost[])('of %s', (host) => {
    const { pull, push, repository } = hostPayloads[host]

    it('links a pull request once, closes the bug when it is merged, and lets no older event change that', async () => {
      const { world, id, links, bug, comments } = await openHook(host)
      const title = `Fix bug ${id}: stop blinking`
      const deliver = async (step: Omit<Step, 'title'>) => send(world, host, 'pull', pull({ title, ...step }))
      for (const state of ['open', 'open'] as const) await deliver({ state, minute: 0 })
      expect(await links()).toEqual([['pull_request', repository, '7', 'open']])
      await deliver({ state: 'closed', minute: 1 })
      expect([await links(), (await bug())?.status]).toEqual([
        [['pull_request', repository, '7', 'closed']],
        'CONFIRMED',
      ])
      expect(await deliver({ state: 'merged', minute: 2 })).toMatchObject({ closed: [id] })
      await deliver({ state: 'merged', minute: 2 })
      await deliver({ state: 'open', minute: 0 })
      expect(await links()).toEqual([['pull_request', repository, '7', 'merged']])
      expect(await bug()).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
      expect(await comments()).toMatchObject([
        { creator: 'alice@example.com', text: expect.stringContaining(title) as string },
      ])
    })

    it('links a commit, and closes the bug once', async () => {
      const { world, id, links, bug, comments } = await openHook(host)
      const payload = push(`Fixes bug ${id}\n\nIt is better so.`)
      expect(await send(world, host, 'push', payload)).toMatchObject({ closed: [id], left: [] })
      expect(await send(world, host, 'push', payload)).toMatchObject({ closed: [], left: [] })
      expect(await links()).toEqual([['commit', repository, '4522cbc1e0c5f2b4d3a6978899aabbccddeeff00', 'pushed']])
      expect(await bug()).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
      expect(await comments()).toHaveLength(1)
    })
  })

  it.each(['gitea', 'forgejo'] as const)('of %s without updated_at is as old as its last step', async (host) => {
    const { world, id, links } = await openHook(host)
    const deliver = async (state: Step['state'], minute: number, more: object) => {
      const payload = hostPayloads[host].pull({ title: `Bug ${id}`, state, minute })
      Object.assign(payload.pull_request, { updated_at: null, ...more })
      await send(world, host, 'pull', payload)
    }
    const state = async () => (await links()).map((link) => link[3])
    await deliver('closed', 5, {})
    await deliver('open', 1, {})
    expect(await state()).toEqual(['closed'])
    // Without any time, an event replaces none that has one.
    await deliver('open', 1, { created_at: null })
    expect(await state()).toEqual(['closed'])
  })
})
