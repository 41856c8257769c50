// The values of a new bug that depend on its product.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { choose, useStage } from './browser.js'
import { filingOn, hold, minor } from './filing.js'
import { people } from './harness.js'

const stage = useStage()
const { system, bugsWith, file, openForm } = filingOn(stage)

beforeAll(async () => {
  if (!hasBrowser) return
  const { groups, groupControls, milestones, users } = system()
  await milestones.create({ product: 'Widgets', name: 'M1' })
  for (const name of ['security', 'legal']) await groups.create({ name, description: `The ${name} team` })
  await users.update({ names: [people.grace], groups: { add: ['security', 'legal'] } })
  const controls = { member_control: 'shown', other_control: 'shown' } as const
  await groupControls.update({ names: ['Widgets'], group: 'security', ...controls })
  await groupControls.update({
    names: ['Gadgets'],
    group: 'legal',
    member_control: 'default',
    other_control: 'default',
  })
  await addStrict()
})

async function addProduct(name: string): Promise<void> {
  const { products, components } = system()
  await products.create({ name, description: name, version: '1' })
  await components.create({ product: name, name: 'Parts', description: 'Parts', default_assignee: people.grace })
}

/** Doors has a default group that Walls offers, and a mandatory one that Walls lacks. */
async function addStrict(): Promise<void> {
  const { groups, groupControls } = system()
  for (const name of ['Doors', 'Walls']) await addProduct(name)
  for (const name of ['audit', 'wardens']) await groups.create({ name, description: `The ${name} team` })
  const control = async (product: string, group: string, use: 'shown' | 'default' | 'mandatory') =>
    groupControls.update({ names: [product], group, member_control: use, other_control: use })
  await control('Doors', 'audit', 'default')
  await control('Doors', 'wardens', 'mandatory')
  await control('Walls', 'audit', 'shown')
}

describe.skipIf(!hasBrowser)('another product for a new bug', () => {
  it('applies its default groups, and drops a milestone that it does not have', async () => {
    const page = await openForm(`${minor}&summary=It+moves&target_milestone=M1&groups=`)
    expect(await page.getByRole('combobox', { name: 'Milestone' }).innerText()).toBe('M1')
    await choose(page, 'Product', 'Gadgets')
    const legal = page.getByRole('checkbox', { name: 'The legal team' })
    await legal.waitFor()
    expect(await legal.isChecked()).toBe(true)
    expect(await file(page)).toMatchObject({ groups: ['legal'], target_milestone: '---', product: 'Gadgets' })
  })

  it('keeps its default groups beside a chosen one that it lacks, and reports that', async () => {
    const page = await openForm(`${minor}&summary=It+moves+on`)
    const security = page.getByRole('checkbox', { name: 'The security team' })
    await security.check()
    await choose(page, 'Product', 'Gadgets')
    const visibility = page.getByRole('group', { name: 'Visibility' })
    await visibility.getByText('This bug can’t be restricted to The security team in Gadgets.').waitFor()
    expect(await visibility.getByRole('checkbox', { name: 'The legal team' }).isChecked()).toBe(true)
    await choose(page, 'Product', 'Widgets')
    await security.waitFor()
    expect(await security.isChecked()).toBe(true)
    await choose(page, 'Component', 'UI')
    expect(await file(page)).toMatchObject({ groups: ['security'] })
  })

  it('keeps the default groups of the product before, as far as it has them', async () => {
    const page = await openForm('product=Doors&component=Parts&severity=minor&summary=It+stays+hidden')
    expect(await page.getByRole('checkbox', { name: 'The audit team' }).isChecked()).toBe(true)
    await choose(page, 'Product', 'Walls')
    await page.getByText('Only members of The audit team will see this bug.').waitFor()
    expect(await file(page)).toMatchObject({ groups: ['audit'], product: 'Walls' })
  })

  it('reports no mandatory group of the product before as missing', async () => {
    const page = await openForm('product=Doors&component=Parts&severity=minor&summary=It+was+mandatory')
    const audit = page.getByRole('checkbox', { name: 'The audit team' })
    await audit.uncheck()
    await choose(page, 'Product', 'Walls')
    await page.getByText('Everyone who can see this product will see this bug.').waitFor()
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
    expect(await file(page)).toMatchObject({ groups: [], product: 'Walls' })
  })

  it('files nothing before its groups are known', async () => {
    const page = await openForm(`${minor}&summary=It+hurries`)
    const release = await hold(page, 'GET', '**/rest/metadata*')
    let requests = 0
    await page.route('**/rest/bug', (route) => {
      requests++
      return route.continue()
    })
    await choose(page, 'Product', 'Gadgets')
    await expect.poll(() => page.getByRole('button', { name: 'File bug' }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Summary' }).press('Control+Enter')
    await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 100)))
    expect(requests).toBe(0)
    release()
    await page.getByRole('checkbox', { name: 'The legal team' }).waitFor()
    expect(await bugsWith('It hurries')).toEqual([])
  })

  it('can have been renamed since the form was opened, which the form reports', async () => {
    await addProduct('Roofs')
    const page = await openForm('severity=minor&summary=It+drips')
    await system().products.update({ names: ['Roofs'], name: 'Covers' })
    await choose(page, 'Product', 'Roofs')
    await page.getByRole('alert').filter({ hasText: 'You can’t file bugs in Roofs.' }).waitFor()
    expect(await page.getByRole('button', { name: 'File bug' }).isDisabled()).toBe(false)
  })
})
