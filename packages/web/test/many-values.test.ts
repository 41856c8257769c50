// A product with more components, versions and milestones than a page can hold.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { addFilter, useStage } from './browser.js'
import { createWorld, get, logIn, pagesOf, people, type World } from './harness.js'

const count = 220
const long = 'All that is known of it. '.repeat(2600)

async function addMany({ tracker }: World): Promise<void> {
  const system = tracker.asSystem(people.admin)
  for (let number = 1; number <= count; number++) {
    const name = `Many ${String(number).padStart(3, '0')}`
    const component = { name, description: long, default_assignee: people.grace }
    await system.components.create({ product: 'Widgets', ...component })
    await system.versions.create({ product: 'Widgets', name })
    await system.milestones.create({ product: 'Widgets', name })
  }
}

const rowsOf = (html: string, name: string) => {
  const [, table = ''] = html.split(`aria-label="${name}"><thead>`)
  return [...(table.split('</table>')[0] ?? '').matchAll(/<tr/g)].length - 1
}

describe('pages of a product with hundreds of components, versions and milestones', () => {
  it('stay small, show 50 rows and link to the rest, without scripts', async () => {
    const world = await createWorld()
    await addMany(world)
    const pages = await pagesOf(world.tracker)
    const cookie = await logIn(pages, people.admin)
    for (const [path, tables] of [
      ['/admin/products/Widgets', ['Components', 'Versions', 'Milestones']],
      ['/products/Widgets', ['Components', 'Milestones']],
    ] as const) {
      const html = await (await get(pages, path, cookie)).text()
      expect(html.length).toBeLessThan(1_000_000)
      for (const table of tables) {
        expect(rowsOf(html, table)).toBe(50)
        expect(html).toContain(`aria-label="Pages: ${table}"`)
      }
      const [next = ''] = /\/[^"]*\?components=50/.exec(html) ?? []
      expect(next).toBe(`${path}?components=50`)
      expect(await (await get(pages, next, cookie)).text()).toContain('Many 060')
      const last = await (await get(pages, `${path}?components=200&milestones=50`, cookie)).text()
      expect(last).toContain(`Many ${count}`)
      expect(last).toContain(`${path}?milestones=50&amp;components=150`)
    }
    for (const path of ['/bug/1', '/new?product=Widgets', '/bugs?product=Widgets']) {
      const html = await (await get(pages, path, cookie)).text()
      expect(html).not.toContain('<option value="Many')
    }
    await world.tracker.close()
  })

  it('shows at most 200 bugs on a page, and cuts long cells', async () => {
    const world = await createWorld()
    const whiteboard = 'w'.repeat(5000)
    await world.tracker.as({ login: people.grace }).bugs.update({ ids: [world.bugs.plain], whiteboard })
    const pages = await pagesOf(world.tracker)
    const html = await (await get(pages, '/bugs?product=Widgets&limit=1000&include_fields=whiteboard')).text()
    const [table = ''] = html.split('id="data"')
    expect(table).toContain(`title="${'w'.repeat(1000)}…"`)
    expect(table).not.toContain('w'.repeat(1001))
    expect(html.includes('limit\\":200,')).toBe(true)
    await world.tracker.close()
  })
})

describe('the table of status changes', () => {
  it('shows as many rows as its size allows, and links to the rest', async () => {
    const world = await createWorld()
    const system = world.tracker.asSystem(people.admin)
    for (let number = 1; number <= 100; number++)
      await system.fieldValues.create({ field: 'bug_status', name: `STEP_${number}`, is_open: true })
    const pages = await pagesOf(world.tracker)
    const cookie = await logIn(pages, people.admin)
    const html = await (await get(pages, '/admin/workflow', cookie)).text()
    expect(rowsOf(html, 'Workflow')).toBe(9)
    expect(html).toContain('href="/admin/workflow?offset=9"')
    const found = await (await get(pages, '/admin/workflow?find=STEP_77', cookie)).text()
    expect(rowsOf(found, 'Workflow')).toBe(1)
    await world.tracker.close()
  })
})

describe.skipIf(!hasBrowser)('a field with more than 200 values', () => {
  const stage = useStage()
  beforeAll(async () => addMany(stage.world))

  it('is chosen by typing a part of the value, and keeps what it had if nothing is called so', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    const version = page.getByRole('combobox', { name: 'Version', exact: true })
    const filter = page.getByRole('searchbox', { name: 'Filter options' })
    await version.press('Enter')
    await filter.fill('no such version')
    await filter.press('Tab')
    await expect.poll(() => version.innerText()).toBe('1.0')
    await version.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Type to narrow the list' }).waitFor()
    await filter.fill('ny 117')
    await page.getByRole('option', { name: 'Many 117' }).click()
    const stored = async () =>
      (await stage.world.tracker.asSystem().bugs.get({ ids: [stage.world.bugs.plain], include_fields: ['version'] }))
        .bugs[0]?.version
    await expect.poll(stored).toBe('Many 117')
  })

  it('filters a list', async () => {
    const page = await stage.open('/bugs?product=Widgets', people.grace)
    await addFilter(page, 'Component', 'is', 'Many 003')
    await expect.poll(() => new URL(page.url()).searchParams.get('component')).toBe('Many 003')
    await page.getByRole('button', { name: 'Remove filter Component: Many 003' }).press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.has('component')).toBe(false)
  })
})
