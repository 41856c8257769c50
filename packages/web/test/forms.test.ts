// Filing bugs with forms, by keys, and administering forms.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { choose, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const system = () => stage.world.tracker.asSystem(people.admin)
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

beforeAll(async () => {
  if (!hasBrowser) return
  await system().forms.create({
    name: 'Bug report',
    description: 'For faults',
    product: 'Widgets',
    body: [
      { type: 'markdown', attributes: { value: 'Thank you.' } },
      { type: 'input', id: 'where', attributes: { label: 'Where?', description: 'The place', placeholder: 'hall' } },
      {
        type: 'textarea',
        id: 'steps',
        attributes: { label: 'Steps', value: 'First' },
        validations: { required: true },
      },
      { type: 'dropdown', id: 'light', attributes: { label: 'Light', options: ['On', 'Off'], default: 1 } },
      { type: 'dropdown', id: 'priority', attributes: { label: 'Urgency', options: ['High', 'Nonsense'] } },
      {
        type: 'checkboxes',
        id: 'terms',
        attributes: { label: 'Rules', options: [{ label: 'I agree', required: true }, { label: 'I can help' }] },
      },
    ],
  })
})

describe.skipIf(!hasBrowser)('the form for a new bug', () => {
  it.each(['constructor', 'No such product'])('opens for %s, which is no product, without an error', async (name) => {
    await system().products.create({ name: `Other than ${name}`, description: 'Things', version: '1' })
    const page = await stage.open(`/new?product=${encodeURIComponent(name)}`, people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('asks the questions of a form in place of a description, and files their answers', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+flickers', people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    await choose(page, 'Form', 'Bug report')
    await page.getByRole('textbox', { name: 'Where?' }).fill('In the hall')
    expect(await page.getByRole('textbox', { name: 'Description' }).count()).toBe(0)
    const steps = page.getByRole('textbox', { name: 'Steps (required)' })
    expect(await steps.inputValue()).toBe('First')
    expect(await violationsOf(page)).toEqual([])
    await steps.fill('')
    const file = page.getByRole('button', { name: 'File bug' })
    await file.press('Enter')
    await page.getByText('answers.steps: Steps is required.').waitFor()
    await expect.poll(() => steps.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await steps.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.type('Look.')
    await choose(page, 'Urgency', 'Nonsense')
    await page
      .getByRole('group', { name: 'Rules' })
      .getByRole('checkbox', { name: 'I agree (required)' })
      .press('Space')
    await file.press('Enter')
    const urgency = page.getByRole('combobox', { name: 'Urgency' })
    await expect.poll(() => urgency.getAttribute('aria-invalid')).toBe('true')
    await choose(page, 'Urgency', 'High')
    await file.press('Enter')
    await said(page, /^Bug \d+ filed$/)
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { comments } = (await system().comments.get({ ids: [id] })).bugs[id] ?? {}
    expect(comments?.[0]?.text).toBe(
      '### Where?\n\nIn the hall\n\n### Steps\n\nLook.\n\n### Light\n\nOff\n\n### Rules\n\n- [x] I agree\n- [ ] I can help',
    )
    expect((await system().bugs.get({ ids: [id] })).bugs).toMatchObject([{ priority: 'High' }])
  })

  it('files no bug before the questions are there, and asks for them again after a failure', async () => {
    const before = (await system().bugs.search({ include_fields: ['id'] })).bugs.length
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+flickers', people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    let requests = 0
    await page.route('**/rest/form?*', async (route) => {
      requests += 1
      if (requests > 1) return route.continue()
      await released
      return route.fulfill({ json: { forms: null } })
    })
    await choose(page, 'Form', 'Bug report')
    const file = page.getByRole('button', { name: 'File bug' })
    await expect.poll(() => file.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Summary' }).press('Control+Enter')
    release()
    await page.getByRole('alert').waitFor()
    await file.press('Enter')
    await page.getByRole('textbox', { name: 'Where?' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect((await system().bugs.search({ include_fields: ['id'] })).bugs.length).toBe(before)
  })

  it('offers the forms of the product that is chosen, and keeps a description', async () => {
    const page = await stage.open('/new?summary=It+sways&form=Bug+report&answers.where=There', people.reporter)
    await choose(page, 'Product', 'Widgets')
    await expect.poll(() => page.getByRole('textbox', { name: 'Where?' }).inputValue()).toBe('There')
    await choose(page, 'Form', 'No form')
    await page.getByRole('textbox', { name: 'Description' }).fill('Slowly.')
    await choose(page, 'Component', 'UI')
    await page.getByRole('button', { name: 'File bug' }).click()
    await said(page, /^Bug \d+ filed$/)
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const { comments } = (await system().comments.get({ ids: [id] })).bugs[id] ?? {}
    expect(comments?.[0]?.text).toBe('Slowly.')
  })
})

describe.skipIf(!hasBrowser)('the administration of forms', () => {
  const body = (label: string) => JSON.stringify([{ type: 'input', id: 'what', attributes: { label } }])

  it('creates, renames, deactivates and deletes a form, and names the place of an error', async () => {
    await system().keywords.create({ name: 'regression', description: 'Worked before' })
    const page = await stage.open('/admin/forms', people.admin, { bypassCSP: true })
    await page.getByRole('link', { name: 'Bug report' }).waitFor()
    await page.getByRole('link', { name: 'New form' }).click()
    await page.getByRole('textbox', { name: 'Name (required)' }).fill('Idea')
    const elements = page.getByRole('textbox', { name: 'Elements (required)' })
    await elements.fill('[{ "type": "slider" }]')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => elements.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('alert').filter({ hasText: "body.0.type cannot be 'slider'" }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await elements.fill(body('What?'))
    await page.getByRole('textbox', { name: 'Keywords' }).fill('regression')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Idea created')
    await page.getByRole('textbox', { name: 'Name (required)' }).fill('Wish')
    await page.getByRole('checkbox', { name: 'Active' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Wish saved')
    const { forms } = await system().forms.get({ names: ['Wish'] })
    expect(forms).toMatchObject([{ is_active: false, product: null, body: [{ id: 'what' }], keywords: ['regression'] }])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await system().forms.get({ names: ['Wish'] })).forms).toEqual([])
  })
})
