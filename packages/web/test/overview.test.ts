// Dashboard, requests, products, milestones, history and dependencies, without a browser.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { canaries, createWorld, get, logIn, pagesOf, password, people, type World } from './harness.js'

let world: World
let pages: WebHandler
const cookies: Record<string, string> = { nobody: '' }

beforeAll(async () => {
  world = await createWorld()
  pages = await pagesOf(world.tracker)
  for (const [who, login] of Object.entries(people)) cookies[who] = await logIn(pages, login)
  const [grace, admin] = [world.tracker.as({ login: people.grace }), world.tracker.as({ login: people.admin })]
  const { plain, other, hidden } = world.bugs
  await admin.bugs.update({ ids: [plain], depends_on: { add: [other, hidden] }, cc: { add: [people.grace] } })
  await admin.flagTypes.create({ name: 'review', description: 'A look', target_type: 'bug' })
  await admin.bugs.update({ ids: [plain], flags: [{ name: 'review', status: '?', requestee: people.grace }] })
  await admin.bugs.update({ ids: [hidden], flags: [{ name: 'review', status: '?' }] })
  await admin.milestones.create({ product: 'Widgets', name: 'M1' })
  await grace.bugs.update({ ids: [plain], target_milestone: 'M1', priority: 'High', assigned_to: people.grace })
  await grace.savedSearches.save({ name: 'What blinks', query: 'summary=blinks' })
})
afterAll(() => world.tracker.close())

const textOf = async (path: string, who = 'nobody') => (await get(pages, path, cookies[who])).text()

const paths = () => {
  const { plain } = world.bugs
  const milestone = '/products/Widgets/milestones/M1'
  const ofBug = [`/bug/${plain}/history`, `/bug/${plain}/graph`, `/bug/${plain}/graph?depth=5&open_only=1`]
  return ['/dashboard', '/requests', '/products', '/products/Widgets', milestone, ...ofBug]
}

describe('the overview', () => {
  it('begins on the dashboard for who is logged in: their bugs, requests and searches with numbers', async () => {
    expect((await get(pages, '/', cookies['grace'])).headers.get('location')).toBe('/dashboard')
    const html = await textOf('/dashboard', 'grace')
    for (const heading of ['Inbox', 'Assigned to me', 'Requests for me']) expect(html).toContain(`>${heading}</h2>`)
    expect(html).toContain('>Nothing in: Requested by me</p>')
    const [, assigned = ''] = /aria-label="Assigned to me"(.*?)<\/table>/s.exec(html) ?? []
    expect([assigned.includes('It blinks'), assigned.includes('Assignee')]).toEqual([true, false])
    expect(html).toContain('What blinks')
    expect(html).toContain('href="/bugs?savedsearch=What+blinks" rel="nofollow">1</a>')
    expect(html).toContain(`href="/requests?requestee=${encodeURIComponent(people.grace)}">All 1</a>`)
  })

  it('shows bugs that were filed in the last 14 days in components of the user, and leads to all of them', async () => {
    const html = await textOf('/dashboard', 'grace')
    const [, section = ''] = /<h2[^>]*>New in my components<\/h2>(.*?)<\/section>/s.exec(html) ?? []
    for (const summary of ['It hums', 'It blinks']) expect(section).toContain(summary)
    const [, list = ''] = /href="([^"]*)"[^>]*>All 2</.exec(section) ?? []
    const all = await textOf(list.replaceAll('&amp;', '&'), 'grace')
    expect(all).toMatch(/Component<\/button> is <bdi>mine<\/bdi>/)
    expect(all).toMatch(/It hums.*It blinks/s)
    expect(await textOf('/dashboard', 'reporter')).toMatch(/Nothing in: [^<]*New in my components/)
    await world.tracker
      .as({ login: people.reporter })
      .follows.update({ add: [{ product: 'Widgets', component: 'UI' }] })
    expect(await textOf('/dashboard', 'reporter')).toContain('>New in my components</h2>')
    world.clock.ahead = 14 * 24 * 60
    expect(await textOf('/dashboard', 'grace')).toMatch(/Nothing in: [^<]*New in my components/)
    world.clock.ahead = 0
  })

  it('has no headings without content, and starts new users off', async () => {
    expect(await textOf('/dashboard', 'grace')).not.toMatch(/All 0|Getting started/)
    const login = 'nils@example.com'
    await world.tracker.asSystem(people.admin).users.create({ email: login, full_name: 'Nils', password })
    cookies['nils'] = await logIn(pages, login)
    const html = await textOf('/dashboard', 'nils')
    expect([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual(['Getting started'])
  })

  it('asks for a login on pages about the user, and returns there', async () => {
    expect((await get(pages, '/dashboard')).headers.get('location')).toBe('/login?return_to=%2Fdashboard')
    expect((await get(pages, '/requests?status=%2B')).headers.get('location')).toBe(
      '/login?return_to=%2Frequests%3Fstatus%3D%252B',
    )
  })

  it('counts open bugs of products, components and milestones, and names what a milestone waits for', async () => {
    expect(await textOf('/products')).toContain('href="/bugs?product=Widgets&amp;status=__open__" rel="nofollow">2</a>')
    const product = await textOf('/products/Widgets')
    expect(product).toContain('href="/bugs?product=Widgets&amp;component=UI&amp;status=__open__" rel="nofollow">2</a>')
    expect(product).toContain('href="/products/Widgets/milestones/M1"')
    expect(product).toContain('href="/charts?product=Widgets" rel="nofollow">Charts</a>')
    const milestone = await textOf('/products/Widgets/milestones/M1')
    expect(milestone).toContain('href="/charts?product=Widgets&amp;target_milestone=M1" rel="nofollow">Charts</a>')
    expect(milestone).toContain('href="/bugs?product=Widgets&amp;target_milestone=M1" rel="nofollow">Show all bugs</a>')
    expect(milestone).toContain('<h1><bdi>Widgets: M1</bdi></h1>')
    expect(product).toMatch(/<figure.*Open and closed bugs.*2 open \(peak 2\).*<figure.*Bugs by component/s)
    expect(milestone).toMatch(/<figure.*Burndown.*1 open \(peak 1\).*<figure.*Bugs by component/s)
    expect(milestone).not.toContain('hours left')
    expect(milestone).toMatch(/aria-label="Open bugs".*It blinks.*aria-label="Blocked by".*It hums/s)
  })

  it('marks the start and the due date of a milestone in its burndown', async () => {
    const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const [start_date, due_date] = [dayAfter(0), dayAfter(9)]
    const admin = world.tracker.as({ login: people.admin })
    await admin.milestones.update({ product: 'Widgets', names: ['M1'], start_date, due_date })
    world.clock.ahead = 5 * 24 * 60
    onTestFinished(() => void (world.clock.ahead = 0))
    expect(await textOf('/products/Widgets/milestones/M1')).toContain(`"Start: ${start_date}, Due: ${due_date}"`)
  })

  it('shows the changes of a bug, and its dependencies', async () => {
    const { plain, other } = world.bugs
    const history = await textOf(`/bug/${plain}/history`)
    expect(history).toMatch(/Priority.*High/s)
    const graph = await textOf(`/bug/${plain}/graph`)
    expect(graph).toMatch(new RegExp(`aria-label="Depends on"><li><a href="/bug/${other}">${other} <bdi>It hums`))
    expect(graph).toMatch(new RegExp(`<svg.*<a href="/bug/${plain}" class="node[^>]*>.*It blinks`))
  })

  it('shows nothing hidden, in text and in data', async () => {
    for (const who of ['nobody', 'reporter', 'grace'])
      for (const path of paths()) {
        const html = await textOf(path, who)
        for (const canary of Object.values(canaries)) expect(`${who} ${path} ${html}`).not.toContain(canary)
      }
    expect(await textOf('/products', 'admin')).toContain(canaries.hiddenProduct)
  })

  it('says the same of what is hidden and of what is not there', async () => {
    const said = async (path: string, name: string) => {
      const response = await get(pages, path, cookies['grace'])
      const text = (await response.text()).replaceAll(/"now":\d+/g, '').replaceAll(name, 'NAME')
      return [response.status, text]
    }
    const { hidden } = world.bugs
    expect(await said(`/products/${canaries.hiddenProduct}`, canaries.hiddenProduct)).toEqual(
      await said('/products/Nothing', 'Nothing'),
    )
    for (const part of ['history', 'graph']) {
      const [status, text] = await said(`/bug/${hidden}/${part}`, `${hidden}`)
      expect([status, String(text).includes('Bug NAME not found')]).toEqual([404, true])
      expect((await said(`/bug/999/${part}`, '999'))[0]).toBe(404)
    }
    expect((await get(pages, '/products/Widgets/milestones/Nothing')).status).toBe(404)
  })

  it('says how many more bugs a milestone has than at its start date', async () => {
    const system = world.tracker.asSystem(people.admin)
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const start_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await system.milestones.create({ product: 'Widgets', name: 'Planned', start_date })
    const file = async (summary: string, target_milestone = '---') =>
      (await system.bugs.create({ ...place, summary, target_milestone })).id
    await file('It stays', 'Planned')
    const [leaves, comes] = [await file('It leaves', 'Planned'), await file('It comes')]
    const shown = () => textOf('/products/Widgets/milestones/Planned', 'grace')
    expect(await shown()).not.toContain('more than planned')
    world.clock.ahead = 2 * 24 * 60
    for (const summary of ['It is new', 'It is newer']) await file(summary, 'Planned')
    await system.bugs.update({ ids: [comes], target_milestone: 'Planned' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    world.clock.ahead = 0
    expect(await shown()).toContain('>0 of 5 closed, 3 more than planned</p>')
    await system.bugs.update({ ids: [leaves], target_milestone: '---' })
    expect(await shown()).toContain('>0 of 4 closed, 2 more than planned</p>')
  })

  it('shows on the dashboard the milestones of assigned bugs, first those that are due first', async () => {
    const system = world.tracker.asSystem(people.admin)
    const place = { product: 'Widgets', component: 'UI', version: '1.0', assigned_to: people.reporter }
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const [name, days] of [
      ['Soon', 3],
      ['Late', -1],
    ] as const) {
      await system.milestones.create({ product: 'Widgets', name, due_date: day(days) })
      await system.bugs.create({ ...place, summary: `It is for ${name}`, target_milestone: name })
    }
    await system.bugs.create({ ...place, summary: 'It is done', target_milestone: 'Soon', assigned_to: people.admin })
    const html = await textOf('/dashboard', 'reporter')
    const [, table = ''] = /aria-label="Milestones"(.*?)<\/table>/s.exec(html) ?? []
    const words = table.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(words).toContain(`Widgets Late ${day(-1)} 1 day overdue 1 0 Widgets Soon ${day(3)} 3 days left 2 0`)
  })
})
