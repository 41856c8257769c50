import { expect, it } from 'vitest'
import { deliverBmo, hookSecret, pullRequest, push } from '../../test/code.js'
import { file } from '../../test/bugs.js'
import { onEveryStore } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'

const newHook = { name: 'Git', host: 'github', account: 'alice@example.com', secret: hookSecret } as const
const noBug = 'The pull request title did not contain a valid bug ID or the bug is not publicly visible.'

onEveryStore('events of GitHub as bugzilla.mozilla.org receives them', (open) => {
  it('attach the URL of a pull request once, also when it comes twice at once', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world)
    const opened = pullRequest({ title: `Bug - ${id} stop` })
    const answers = await Promise.all([1, 2].map(() => deliverBmo(world, 'pull_request', opened)))
    const [done, again] = answers.toSorted((a, b) => a.error - b.error)
    const attachment = (done as { id: number }).id
    expect(again).toEqual({
      error: 1,
      message: 'The pull request contained a bug ID that already has an attachment.',
    })
    const { attachments } = await world.as('bob').attachments.get({ attachment_ids: [attachment] })
    expect(attachments[String(attachment)]).toMatchObject({
      bug_id: id,
      content_type: 'text/x-github-pull-request',
      file_name: 'github-example_widgets-42-url.txt',
      summary: `[example/widgets] Bug - ${id} stop (#42)`,
      data: new TextEncoder().encode('https://github.com/example/widgets/pull/42'),
    })
    const { code_links } = await world.as('bob').codeLinks.get({ id })
    expect(code_links).toMatchObject([{ ref: '42', attachment_id: attachment }])
  })

  it('make the attachment of the bug before obsolete when a pull request moves', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const [one, two] = [await file(world), await file(world)]
    const first = await deliverBmo(world, 'pull_request', pullRequest({ title: `Bug ${one.id}` }))
    await deliverBmo(world, 'pull_request', pullRequest({ title: `Bug ${two.id}`, minute: 1 }))
    const { id: old } = first as { id: number }
    const { attachments } = await world.as('bob').attachments.get({ attachment_ids: [old] })
    expect(attachments[String(old)]?.is_obsolete).toBe(true)
    const { bugs } = await world.as('bob').comments.get({ ids: [one.id] })
    expect(bugs[one.id]?.comments.at(-1)?.text).toContain(
      `GitHub pull request attachment was moved to bug ${two.id}. Setting attachment ${old} to obsolete.`,
    )
  })

  it.each([70_000, 1000])(
    'cut a title of %i characters in the description of the attachment, as in the link',
    async (length) => {
      const world = await open()
      await world.as('admin').codeHooks.create(newHook)
      const { id } = await file(world)
      const title = `Bug ${id}\n${'🐞'.repeat(length)}`
      const { error } = await deliverBmo(world, 'pull_request', pullRequest({ title }))
      expect(error).toBe(0)
      const [attachment] = (await world.as('bob').attachments.get({ ids: [id] })).bugs[id] ?? []
      expect(attachment?.summary).toBe(`[example/widgets] Bug ${id} ${'🐞'.repeat(249)} (#42)`)
    },
  )

  it('are refused with a reason that does not depend on what is hidden', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, account: 'ivan@example.com' })
    const { id } = await file(world, { groups: ['secret'] }, 'ivan')
    const titles = [`Bug ${id}`, 'Bug 999999', 'No number']
    const answers = []
    for (const title of titles) answers.push(await deliverBmo(world, 'pull_request', pullRequest({ title })))
    expect(answers).toEqual(titles.map(() => ({ error: 1, message: noBug })))
    const edited = pullRequest({ title: `Bug ${id}`, action: 'edited' })
    expect(await deliverBmo(world, 'pull_request', edited)).toEqual({
      error: 1,
      message: 'The webhook sent a pull request event that was not an opened event.',
    })
    expect(await deliverBmo(world, 'push', {}, { name: 'ping' })).toEqual({ error: 0 })
    const fails = (options: object, code: string) =>
      expect(deliverBmo(world, 'push', { ref: 1 }, options)).rejects.toMatchObject({ code })
    await fails({ name: 'issues', secret: 'wrong-in-any-case' }, 'code_event_unexpected')
    await fails({ secret: 'wrong-in-any-case' }, 'code_hook_signature')
    await fails({}, 'code_payload_invalid')
  })

  it('attach pull requests of private repositories for insiders only', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create({ ...newHook, account: 'ivan@example.com' })
    const { id } = await file(world)
    const one = pullRequest({ title: `Bug ${id}: secret plan`, isPrivate: true })
    const unsaid = { ...one, repository: { ...one.repository, private: null } }
    expect(await deliverBmo(world, 'pull_request', unsaid)).toMatchObject({ error: 0 })
    expect((await world.as('bob').attachments.get({ ids: [id] })).bugs[id]).toEqual([])
    expect((await world.as('ivan').attachments.get({ ids: [id] })).bugs[id]).toMatchObject([{ is_private: true }])
    expect(JSON.stringify(await world.as('bob').comments.get({ ids: [id] }))).not.toContain('secret plan')
  })

  it('refuse pull requests of private repositories if the account cannot comment privately', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world)
    const payload = pullRequest({ title: `Bug ${id}: secret plan`, isPrivate: true })
    expect(await deliverBmo(world, 'pull_request', payload)).toEqual({ error: 1, message: noBug })
    expect((await world.as('admin').attachments.get({ ids: [id] })).bugs[id]).toEqual([])
  })

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a URL that is too long', `https://github.com/${'a'.repeat(2000)}`],
    ['a URL of another host', 'https://example.com/example/widgets/1'],
  ])('are refused with %s, or leave it out', async (_, url) => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world, { status: 'CONFIRMED' })
    const opened = pullRequest({ title: `Bug ${id}`, url })
    expect(await deliverBmo(world, 'pull_request', opened)).toEqual({ error: 1, message: noBug })
    const commits = push([
      { id: 'a1', message: `Bug ${id}: bad`, url },
      { id: 'b2', message: `Bug ${id}: good` },
    ])
    expect(await deliverBmo(world, 'push', commits)).toMatchObject({
      bugs: { [id]: { text: expect.not.stringContaining('bad') as unknown } },
    })
    await expect(deliverBmo(world, 'push', push([{ message: `Bug ${id}`, url }]))).rejects.toMatchObject({
      code: 'code_bug_missing',
    })
  })

  it('comment on bugs that commits name, and resolve them, once', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    await world.as('admin').flagTypes.create({ name: 'qe-verify', description: 'For testers' })
    const { id } = await file(world, { status: 'CONFIRMED' })
    const payload = push([
      { id: 'a1', message: `Bug ${id}: stop\n\nReally` },
      { id: 'b2', message: `Bug ${id}: and go` },
    ])
    const url = 'https://github.com/example/widgets/commit'
    const text =
      `Authored by https://github.com/octocat\n${url}/a1\n[main] Bug ${id}: stop\n\n` +
      `Authored by https://github.com/octocat\n${url}/b2\n[main] Bug ${id}: and go`
    const answer = await deliverBmo(world, 'push', payload)
    const { bugs } = await world.as('bob').comments.get({ ids: [id] })
    expect(answer).toEqual({ error: 0, bugs: { [id]: { id: bugs[id]?.comments.at(-1)?.id, text } } })
    const { bugs: shown } = await world.as('bob').bugs.get({ ids: [id] })
    expect(shown[0]).toMatchObject({ status: 'RESOLVED', flags: [{ name: 'qe-verify', status: '+' }] })
    expect(await deliverBmo(world, 'push', payload)).toEqual({ error: 0, bugs: {} })
    expect(await deliverBmo(world, 'push', push([{ message: `Bug ${id}` }], 'refs/heads/wip'))).toEqual({ error: 0 })
    expect(await deliverBmo(world, 'push', push([]))).toEqual({ error: 0 })
    await expect(deliverBmo(world, 'push', push([{ message: 'Bug 999999' }]))).rejects.toMatchObject({
      code: 'code_bug_missing',
    })
  })

  it('are listed with the reason if they are refused, or parts of them left out', async () => {
    const world = await open()
    await world.as('admin').codeHooks.create(newHook)
    const { id } = await file(world)
    for (const event of ['push', 'pull_request'] as const)
      await expect(deliverBmo(world, event, { wrong: event })).rejects.toMatchObject({ code: 'code_payload_invalid' })
    const many = Array.from({ length: 50 }, (_, index) => ({ id: `c${index}`, message: `Bug ${1000 + index}` }))
    await deliverBmo(world, 'push', push([{ id: 'a1', message: `Bug ${id}` }, ...many]))
    await deliverBmo(world, 'push', push([{ id: 'a2', message: `Bug ${id}` }]))
    const rows = await rowsOf(world, 'inbound')
    expect(rows.map(({ outcome, reason, bug_ids }) => [outcome, reason, bug_ids])).toEqual([
      ['refused', 'payload_invalid', []],
      ['refused', 'payload_invalid', []],
      ['done', 'limit', [id]],
      ['done', '', [id]],
    ])
  })
})
