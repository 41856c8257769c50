import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'
import { filesDirectly, openDoor } from '../../../test/intake-door.js'

const ids = ['where', 'priority', 'keywords', 'assigned_to', 'cc', 'url']
const body = ids.map((id) => ({ type: 'input' as const, id, attributes: { label: id } }))
const answers = {
  where: 'There',
  priority: 'High',
  keywords: 'regression',
  assigned_to: 'bob@example.com',
  cc: 'carl@example.com',
  url: 'javascript:alert(1)',
}

onEveryStore('reports of people without an account', (open) => {
  it.each(['held', 'filed'])('set only fields that reporters can set when they are %s', async (way) => {
    const world = await open()
    await world.tracker.asSystem('admin@example.com').forms.create({ name: 'Questions', body })
    const { send, held } = await openDoor(world, { form: 'Questions', ...(way === 'filed' && filesDirectly) })
    await world.as('admin').users.update({ names: ['carl@example.com'], groups: { add: ['editbugs'] } })
    const page = 'https://app.example.com/lamp'
    const sent = (await send({ answers, page, client: 'App 1.2' })) as { readonly id?: number }
    const [item] = await held()
    const details = [
      { name: 'page', value: page },
      { name: 'client', value: 'App 1.2' },
      { name: 'priority', value: 'High' },
    ]
    expect(item?.details).toEqual(way === 'held' ? details : undefined)
    const accepted = item && (await world.as('ivan').inbound.accept({ ids: [item.id] })).items[0]?.bugs[0]
    const { bugs } = await world.as('ivan').bugs.get({ ids: [accepted ?? sent.id ?? 0] })
    expect(bugs).toMatchObject([{ priority: 'High', keywords: [], url: page }])
    expect(bugs[0]?.assigned_to).not.toBe('bob@example.com')
    expect(bugs[0]?.cc).not.toContain('carl@example.com')
    const id = bugs[0]?.id ?? 0
    const { comments = [] } = (await world.as('ivan').comments.get({ ids: [id] })).bugs[id] ?? {}
    expect(comments[0]?.text).toContain('### keywords\n\nregression')
  })
})
