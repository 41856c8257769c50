// Rules of the embedding program in a browser: what they reject is shown in their own words.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { defineRule } from '@trackerkit/core/rules'
import { serve } from '@trackerkit/http-node'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { addField, choose, useStageOf } from './browser.js'
import { password, people } from './harness.js'

const blockers = defineRule({
  name: 'blockers-are-approved',
  on: ['bug.create', 'bug.update'],
  needs: ['severity', 'keywords', 'summary'],
  check: ({ after }) =>
    after.severity === 'blocker' && !after.keywords.includes('approved')
      ? { field: 'keywords', reason: 'not_approved', message: 'A blocker needs the keyword approved.' }
      : after.summary.includes('damn')
        ? 'Please do not swear <b>here</b>.'
        : undefined,
})

const comments = defineRule({
  name: 'no-swearing',
  on: 'comment.create',
  check: ({ after }) => (after.text.includes('damn') ? 'Please do not swear in comments.' : undefined),
})

async function createWorld() {
  const rules = [blockers, comments]
  const tracker = await createTracker({ store: memoryStore(), administrator: { login: people.admin, password }, rules })
  const system = tracker.asSystem(people.admin)
  await system.users.create({ email: people.grace, full_name: 'Grace Tan', password })
  await system.users.update({ names: [people.grace], groups: { add: ['editbugs'] } })
  await system.keywords.create({ name: 'approved', description: 'Approved' })
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await system.components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'Part', default_assignee: people.admin },
  })
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  for (const summary of ['It blinks', 'It hums']) await system.bugs.create({ ...place, summary })
  await system.bugs.update({ ids: [2], keywords: { add: ['approved'] } })
  return { tracker }
}

const stage = useStageOf(async () => ({ world: await createWorld(), serve }))

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const severityOf = async (id: number) =>
  (await stage.world.tracker.asSystem().bugs.get({ ids: [id] })).bugs[0]?.severity

describe.skipIf(!hasBrowser)('a rule of the program', () => {
  it('is shown at its field of a bug, another field than the changed one, and nothing is changed', async () => {
    const page = await stage.open('/bug/1', people.grace)
    await addField(page, 'Keywords')
    // The list opens a moment later, and would take the focus from the next one.
    await page.getByRole('listbox', { name: 'Keywords' }).waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'Severity', 'blocker')
    await alert(page, 'A blocker needs the keyword approved.')
    expect(await page.locator('.of-keywords').getByRole('alert').innerText()).toContain('A blocker needs')
    expect(await severityOf(1)).not.toBe('blocker')
  })

  it('is shown where the change was made, if its field is not on the page', async () => {
    const page = await stage.open('/bug/1', people.grace)
    await choose(page, 'Severity', 'blocker')
    await alert(page, 'A blocker needs the keyword approved.')
    expect(await page.locator('.of-severity').getByRole('alert').count()).toBe(1)
  })

  it('is shown as text above the form of a new bug, which keeps what was typed', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&version=1.0', people.grace)
    await page.getByRole('textbox', { name: 'Summary' }).fill('It damn blinks')
    await page.getByRole('button', { name: 'File bug' }).click()
    await alert(page, 'Please do not swear <b>here</b>.')
    expect(await page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It damn blinks')
  })

  it('is shown in the form of a comment, which keeps its text', async () => {
    const page = await stage.open('/bug/2', people.grace)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('damn')
    await page.getByRole('button', { name: 'Save' }).click()
    await alert(page, 'Please do not swear in comments.')
    expect(await comment.inputValue()).toBe('damn')
  })

  it('is shown per bug in the preview of several changes, from which that bug can be excluded', async () => {
    const page = await stage.open('/bugs?query=ALL', people.grace)
    await page.getByRole('checkbox', { name: 'Select all bugs on this page' }).check()
    const region = page.getByRole('region', { name: 'Edit selected bugs' })
    await region.getByRole('button', { name: 'More fields' }).click()
    await choose(page, 'Severity', 'blocker')
    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await dialog.getByRole('alert').filter({ hasText: 'A blocker needs the keyword approved.' }).waitFor()
    expect(await dialog.getByRole('alert').getByRole('listitem').count()).toBe(1)
    await dialog.getByRole('button', { name: 'Exclude it' }).click()
    await dialog.getByRole('button', { name: 'Change 1 bug' }).click()
    await page.getByRole('status').filter({ hasText: 'changed' }).waitFor()
    expect([await severityOf(1), await severityOf(2)]).toEqual([expect.not.stringMatching('blocker'), 'blocker'])
  })

  it('is listed by name for administrators', async () => {
    const page = await stage.open('/admin', people.admin)
    const list = page.getByRole('list', { name: 'Rules' })
    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(['blockers-are-approved', 'no-swearing'])
  })
})
