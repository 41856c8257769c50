// The values of a new bug: those that an address sets, those of custom fields, and those that depend on the product.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { choose, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const system = () => stage.world.tracker.asSystem(people.admin)
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const press = (page: Page, name = 'File bug') => page.getByRole('button', { name }).click()

type Filed = Readonly<Record<string, unknown>>

async function bugsWith(summary: string): Promise<readonly Filed[]> {
  const { bugs } = await system().bugs.search({ summary: [summary], status: ['__all__'] })
  return bugs as readonly object[] as readonly Filed[]
}

async function file(page: Page): Promise<Filed> {
  await press(page)
  await said(page, /^Bug \d+ filed$/)
  const id = Number(/\/bug\/(\d+)/.exec(page.url())?.[1])
  return (await system().bugs.get({ ids: [id] })).bugs[0] as object as Filed
}

/** Opens the form without a draft. */
async function openForm(query: string, who: string = people.grace): Promise<Page> {
  const page = await stage.open('/', who)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${stage.url}/new?${query}`)
  await page.waitForSelector('html[data-live]')
  return page
}

beforeAll(async () => {
  if (!hasBrowser) return
  const { fields, fieldValues, milestones, groups, groupControls, users } = system()
  const shown = { is_on_bug_entry: true }
  await fields.create({ ...shown, name: 'cf_origin', display_name: 'Origin', type: 6 })
  await fields.create({ ...shown, name: 'cf_amount', display_name: 'Amount', type: 10 })
  await fields.create({ ...shown, name: 'cf_places', display_name: 'Places', type: 3 })
  for (const name of ['Berlin, Germany', 'Rome']) await fieldValues.create({ field: 'cf_places', name })
  const ofWish = { visibility_field: 'bug_severity', visibility_values: ['enhancement'], is_mandatory: true }
  await fields.create({ ...shown, ...ofWish, name: 'cf_reason', display_name: 'Reason', type: 1 })
  const ofRome = { visibility_field: 'cf_places', visibility_values: ['Rome'] }
  await fields.create({ ...shown, ...ofRome, name: 'cf_street', display_name: 'Street', type: 1 })
  const ofProgress = { visibility_field: 'bug_status', visibility_values: ['IN_PROGRESS'], is_mandatory: true }
  await fields.create({ ...shown, ...ofProgress, name: 'cf_start', display_name: 'Start', type: 1 })
  const ofEnhancement = { visibility_field: 'bug_severity', visibility_values: ['enhancement'] }
  await fields.create({ ...shown, ...ofEnhancement, name: 'cf_market', display_name: 'Market', type: 2 })
  await fieldValues.create({ field: 'cf_market', name: 'Schools' })
  const ofSchools = { visibility_field: 'cf_market', visibility_values: ['Schools'], is_mandatory: true }
  await fields.create({ ...shown, ...ofSchools, name: 'cf_grade', display_name: 'Grade', type: 1 })
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

const placed = 'product=Widgets&component=UI'
const minor = `${placed}&severity=minor`

describe.skipIf(!hasBrowser)('a custom field of the form for a new bug', () => {
  it('is shown, and required, if it depends on a field that has its default', async () => {
    const page = await openForm(`${placed}&summary=It+wants`)
    const reason = page.getByRole('textbox', { name: 'Reason (required)' })
    await press(page)
    await page.getByText('cf_reason is required.').waitFor()
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Why not')
    expect(await file(page)).toMatchObject({ cf_reason: 'Why not', severity: 'enhancement' })
  })

  it('is shown for one of several values, here and on the page of a bug', async () => {
    const page = await openForm(`${minor}&summary=It+is+there&cf_places=Rome&cf_places=Berlin,+Germany`)
    await page.getByRole('textbox', { name: 'Street' }).fill('Via Appia')
    expect(await file(page)).toMatchObject({ cf_places: ['Berlin, Germany', 'Rome'], cf_street: 'Via Appia' })
    await page.getByText('Via Appia').first().waitFor()
  })

  it('is not filed while it is not shown, and still has its value when it is', async () => {
    const page = await openForm(`${placed}&summary=It+hides`)
    const reason = page.getByRole('textbox', { name: 'Reason (required)' })
    await reason.fill('Only a wish')
    await choose(page, 'Severity', 'minor')
    expect(await reason.count()).toBe(0)
    await choose(page, 'Severity', 'enhancement')
    expect(await reason.inputValue()).toBe('Only a wish')
    await choose(page, 'Severity', 'minor')
    expect(await file(page)).toMatchObject({ cf_reason: '', severity: 'minor' })
  })

  it('is not filed while it is not shown, even if the address sets it', async () => {
    const page = await openForm(`${minor}&summary=It+was+set&cf_reason=A+wish`)
    expect(await file(page)).toMatchObject({ cf_reason: '', severity: 'minor' })
  })

  it('is not shown or filed if it depends on a field that is not shown', async () => {
    const page = await openForm(`${placed}&summary=It+follows&cf_market=Schools`)
    await page.getByRole('textbox', { name: 'Grade (required)' }).fill('Fifth')
    await choose(page, 'Severity', 'minor')
    await page.getByRole('combobox', { name: 'Market' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Grade (required)' }).count()).toBe(0)
    expect(await file(page)).toMatchObject({ cf_market: '---', cf_grade: '' })
  })

  it('is shown, and required, if it depends on the status and the address sets that', async () => {
    const other = await openForm(`${minor}&status=CONFIRMED`)
    const page = await openForm(`${minor}&summary=It+begins&status=IN_PROGRESS`)
    expect(await other.getByRole('textbox', { name: 'Start (required)' }).count()).toBe(0)
    const start = page.getByRole('textbox', { name: 'Start (required)' })
    await press(page)
    await page.getByText('cf_start is required.').waitFor()
    await start.fill('At once')
    expect(await file(page)).toMatchObject({ cf_start: 'At once', status: 'IN_PROGRESS' })
  })

  it('takes values with commas', async () => {
    const page = await openForm(`${minor}&summary=It+is+far`)
    await choose(page, 'Places', 'Berlin')
    await page.keyboard.press('Control+Enter')
    expect(await file(page)).toMatchObject({ cf_places: ['Berlin, Germany'] })
    const again = await openForm(`${minor}&summary=It+is+near&cf_places=berlin,+germany`)
    await choose(again, 'Places', 'Rome')
    await again.keyboard.press('Control+Enter')
    expect(await file(again)).toMatchObject({ cf_places: ['Berlin, Germany', 'Rome'] })
  })

  it('takes one bug if it has only one, and none again, also on the page of the bug', async () => {
    const { plain, other } = stage.world.bugs
    const page = await openForm(`${minor}&summary=It+came`)
    const origin = page.getByRole('combobox', { name: 'Origin' })
    await choose(page, 'Origin', String(plain))
    await expect.poll(() => origin.innerText()).toBe(String(plain))
    await choose(page, 'Origin', String(other))
    await expect.poll(() => origin.innerText()).toBe(String(other))
    await origin.click()
    await page.keyboard.type(`${plain},${other}`)
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'Origin', 'None')
    await expect.poll(() => origin.innerText()).toBe('None')
    await choose(page, 'Origin', String(plain))
    const { id } = await file(page)
    const fields = page.getByRole('complementary', { name: 'Fields' })
    await fields.getByRole('combobox', { name: 'Origin' }).click()
    await page.getByRole('option', { name: 'None' }).click()
    await said(page, 'Origin cleared')
    const { bugs } = await system().bugs.get({ ids: [Number(id)] })
    expect(bugs).toMatchObject([{ cf_origin: null }])
  })

  it('is described by its error', async () => {
    const page = await openForm(`${minor}&summary=It+counts`)
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('many')
    await press(page)
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
    const describedBy = await amount.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${describedBy}"]`).innerText()).toContain('cf_amount')
  })
})

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

describe.skipIf(!hasBrowser)('the address of the form for a new bug', () => {
  it('sets groups with spaces between them, and nothing is filed while the product lacks some', async () => {
    const page = await openForm(`${minor}&summary=It+leaks&groups=nothing,+security`)
    await page.getByText('This bug can’t be restricted to nothing in Widgets.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'The security team' }).isChecked()).toBe(true)
    await press(page)
    const remove = page.getByRole('button', { name: 'Remove restriction' })
    await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    expect(await bugsWith('It leaks')).toEqual([])
    await remove.press('Enter')
    await remove.waitFor({ state: 'detached' })
    expect(await file(page)).toMatchObject({ groups: ['security'] })
  })

  it('can name its product, component and groups in any case', async () => {
    const page = await openForm('product=widgets&component=ui&severity=minor&summary=It+is+small&groups=Security')
    expect(await page.getByRole('checkbox', { name: 'The security team' }).isChecked()).toBe(true)
    expect(await file(page)).toMatchObject({ product: 'Widgets', component: 'UI', groups: ['security'] })
  })

  it('cannot set values that only the form puts into drafts', async () => {
    const page = await openForm(`${minor}&summary=It+pretends&description=A&bug_description_template=A`)
    await press(page)
    expect(await page.getByRole('alert').innerText()).toContain('bug_description_template')
  })

  it('sets a list by repeated names', async () => {
    const page = await openForm(`${minor}&summary=It+concerns&cc=${people.reporter}&cc=${people.admin}`)
    expect((await file(page))['cc']).toEqual([people.admin, people.reporter])
  })

  it('keeps no value in the draft that the form does not show', async () => {
    const page = await openForm(`${minor}&summary=It+sticks&utm_source=mail`, people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).fill('To a long text')
    await press(page)
    await page.getByRole('alert').filter({ hasText: 'utm_source' }).waitFor()
    await page.goto(`${stage.url}/new`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It sticks')
    expect(await file(page)).toMatchObject({ summary: 'It sticks', severity: 'minor' })
  })

  it('sets a private description and plain text, or the opposite', async () => {
    const page = await openForm(`${minor}&summary=It+is+plain&comment_is_private=0&is_markdown=0`, people.admin)
    expect(await page.getByRole('checkbox', { name: 'Private description' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(false)
    await page.goto(`${stage.url}/new?${minor}&comment_is_private=1&is_markdown=1`)
    await page.waitForSelector('html[data-live]')
    expect(await page.getByRole('checkbox', { name: 'Private description' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(true)
  })

  it('sets plain text for a draft in Markdown', async () => {
    const page = await openForm(`${minor}&summary=It+was+formatted`)
    await page.getByRole('textbox', { name: 'Description' }).fill('Some text')
    const markdown = page.getByRole('checkbox', { name: 'Markdown' })
    expect(await markdown.isChecked()).toBe(true)
    await page.goto(`${stage.url}/new?is_markdown=0`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It was formatted')
    expect(await markdown.isChecked()).toBe(false)
  })

  it('can name a product that takes no bugs, which the form reports at the product', async () => {
    const page = await openForm('product=Nowhere&component=UI&version=1&summary=It+is+lost')
    await press(page)
    await page.getByText('You can’t file bugs in Nowhere.').waitFor()
    const product = page.getByRole('combobox', { name: 'Product' })
    expect(await product.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => product.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })
})

/** Holds the requests back until the returned function is called. */
async function hold(page: Page, method: 'GET' | 'POST', path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await released
    return route.continue()
  })
  return release
}

describe.skipIf(!hasBrowser)('a bug that is filed slowly', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  }

  it('does not take the user from the page to which they have gone', async () => {
    const page = await openForm(`${minor}&summary=It+takes+time`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    release()
    await said(page, /^Bug \d+ filed$/)
    expect(new URL(page.url()).pathname).toBe('/products')
    expect(await bugsWith('It takes time')).toHaveLength(1)
  })

  it('does not take the user from the page that is loading', async () => {
    const page = await openForm(`${minor}&summary=It+takes+longer`)
    const release = await hold(page, 'POST', '**/rest/bug')
    const load = await hold(page, 'GET', '**/rest/**')
    await press(page)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByText('Loading').first().waitFor()
    release()
    await said(page, /^Bug \d+ filed$/)
    load()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products')
  })

  it('opens its page if the user has returned to the form', async () => {
    const page = await openForm(`${minor}&summary=It+is+back`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'New bug' }).waitFor()
    release()
    expect(await page.getByRole('heading', { level: 1, name: /It is back/ }).innerText()).toContain('It is back')
  })

  it('is reported as not filed to a user who has left the form', async () => {
    const page = await openForm(`${minor}&summary=It+fails&utm_source=mail`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    release()
    await said(page, /^Bug not filed: .*utm_source/)
    expect(await bugsWith('It fails')).toEqual([])
  })
})
