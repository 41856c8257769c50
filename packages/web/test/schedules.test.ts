// Digests and scheduled searches in a browser.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const as = (login: string) => stage.world.tracker.as({ login })

describe.skipIf(!hasBrowser)('the page of saved searches', () => {
  it('schedules a search, changes the schedule, sends it, and deletes it', async () => {
    const admin = as(people.admin)
    const { id } = await admin.savedSearches.save({ name: 'Blinking', query: 'product=Widgets' })
    const page = await stage.open('/me/searches', people.admin)
    await page.getByRole('button', { name: 'Schedule Blinking' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule Blinking' })
    await dialog.getByRole('checkbox', { name: 'Monday' }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Choose at least one day' }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Friday' }).check()
    await dialog.getByRole('combobox', { name: 'Hour' }).selectOption('16')
    await dialog.getByRole('checkbox', { name: 'Only what changed' }).check()
    await dialog.getByRole('textbox', { name: 'Send to' }).fill(`${people.grace}, ${people.admin}`)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Blinking scheduled')
    const table = page.getByRole('table', { name: 'Schedules' })
    await table.getByRole('cell', { name: 'Friday, 16:00' }).waitFor()
    const [schedule] = (await admin.schedules.get()).schedules
    expect(schedule).toMatchObject({
      ...{ saved_search_id: id, days: ['friday'], hours: [16], only_changed: true },
      to: { users: [people.grace, people.admin], groups: [] },
    })
    await page.getByRole('button', { name: 'Schedule Blinking', exact: true }).click()
    expect(await dialog.getByRole('checkbox', { name: 'Friday' }).isChecked()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Send to' }).fill('')
    await dialog.getByRole('button', { name: 'Send now to me' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await admin.schedules.get()).schedules).toMatchObject([{ to: null }])
    expect(await violationsOf(page)).toEqual([])
    await table.getByRole('button', { name: 'Delete schedule Blinking' }).click()
    await table.waitFor({ state: 'detached' })
    expect((await admin.schedules.get()).schedules).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the page of notifications', () => {
  it('begins, changes and ends the digest', async () => {
    const page = await stage.open('/me/notifications', people.grace)
    const digest = page.getByRole('group', { name: 'Digest' })
    await digest.getByRole('checkbox', { name: 'Tuesday' }).check()
    await digest.getByRole('combobox', { name: 'Hour' }).selectOption('7')
    await press(page, 'Save')
    await said(page, 'Notifications saved')
    const stored = async () => (await as(people.grace).schedules.get()).schedules
    expect(await stored()).toMatchObject([{ kind: 'digest', days: ['tuesday'], hours: [7], is_enabled: true }])
    await digest.getByRole('checkbox', { name: 'Sunday' }).check()
    await press(page, 'Save')
    await expect.poll(async () => (await stored())[0]?.days).toEqual(['tuesday', 'sunday'])
    expect(await violationsOf(page)).toEqual([])
    for (const day of ['Tuesday', 'Sunday']) await digest.getByRole('checkbox', { name: day }).uncheck()
    await press(page, 'Save')
    await expect.poll(stored).toEqual([])
  })

  it('keeps a paused digest while other settings are saved', async () => {
    const { schedules } = as(people.admin)
    const { id } = await schedules.create({ kind: 'digest', days: ['monday'], hours: [9] })
    await schedules.update({ id, is_enabled: false })
    const page = await stage.open('/me/notifications', people.admin)
    await page.getByRole('group', { name: 'Digest' }).waitFor()
    await press(page, 'Save')
    await said(page, 'Notifications saved')
    const { schedules: after } = await schedules.get()
    expect(after.find((one) => one.id === id)).toMatchObject({ days: ['monday'], hours: [9], is_enabled: false })
  })
})
