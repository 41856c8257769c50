// Custom fields of a new bug.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { choose, useStage } from './browser.js'
import { filingOn, minor, placed, press, said } from './filing.js'

const stage = useStage()
const { system, file, openForm } = filingOn(stage)

beforeAll(async () => {
  if (!hasBrowser) return
  const { fields, fieldValues } = system()
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
})

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
