// Filing, going through and resolving bugs in a language of other letters and of longer words, with all that happens on the way.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { english as said } from '../src/texts/english/index.js'
import { excessOf } from '../test/axe.js'
import { choose, useStage } from '../test/browser.js'
import { newAssets, people } from '../test/harness.js'
import './foreign-texts.js'
import { fileURLToPath } from 'node:url'
import { strangeWordsOf } from './foreign-words.js'

const first = fileURLToPath(new URL('foreign-texts.ts', import.meta.url))
const stage = useStage({}, () => newAssets([first]))

const control = (page: Page, role: 'combobox' | 'textbox' | 'button', name: string) =>
  page.getByRole(role, { name, exact: true })
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()

/** Opens a page as a user, and returns its faults. */
async function opened(path: string, who: string, width: number) {
  const page = await stage.open(path, who, { viewport: { width, height: 900 } })
  const answers: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/-/rest/'))
      void response.text().then(
        (text) => answers.push(text),
        // The page has been closed.
        () => undefined,
      )
  })
  const faults = async (typed = '') => ({
    words: await strangeWordsOf(page, `${answers.join(' ')} ${typed}`),
    excess: await excessOf(page),
  })
  return { page, faults }
}

const none = { words: [], excess: 0 }

describe.skipIf(!hasBrowser).each([1280, 390])('another language, %i pixels wide,', (width) => {
  it('has words for filing a bug, and for those that may be the same', async () => {
    const { page, faults } = await opened('/new', people.reporter, width)
    const typed = 'It blinks once more'
    await choose(page, said.new.product, 'Widgets')
    await choose(page, said.new.component, 'UI')
    await control(page, 'textbox', said.new.summary).fill(typed)
    await page.getByRole('list', { name: said.new.duplicates }).getByRole('listitem').first().waitFor()
    await control(page, 'button', said.new.more).click()
    expect(await faults(typed)).toEqual(none)
    await control(page, 'button', said.new.submit).click()
    await heading(page, typed)
    await page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
    expect(await faults(typed)).toEqual(none)
  })

  it('has words for going through new bugs, and for what is changed in them', async () => {
    const { page, faults } = await opened('/bugs?product=Widgets&order=id', people.grace, width)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('navigation', { name: said.bug.list.name }).waitFor()
    if (width < 500) await control(page, 'button', said.bug.allFields).click()
    const severity = control(page, 'combobox', said.fields.severity)
    const wanted = (await severity.innerText()) === 'minor' ? 'major' : 'minor'
    await choose(page, said.fields.severity, wanted)
    await told(page, said.bug.changedTo(said.fields.severity, wanted))
    const assignee = control(page, 'combobox', said.fields.assigned_to)
    const next = (await assignee.innerText()) === 'Grace Tan' ? people.admin : people.grace
    await choose(page, said.fields.assigned_to, next)
    await told(page, said.fields.assigned_to)
    expect(await faults()).toEqual(none)
    await page.getByRole('heading', { level: 1 }).click()
    const here = page.url()
    await page.keyboard.press(']')
    await page.waitForURL((url) => url.href !== here)
    expect(await faults()).toEqual(none)
  })

  it('has words for an answer with a picture that resolves a bug', async () => {
    const { tracker } = stage.world
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await tracker.as({ login: people.grace }).bugs.create({ ...place, summary: 'It drips' })
    const { page, faults } = await opened(`/bug/${id}`, people.grace, width)
    await page.keyboard.press('c')
    await page.keyboard.type('Mended')
    const picture = { name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from('not looked at') }
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('region', { name: said.newAttachments.name }).waitFor()
    await control(page, 'combobox', said.bug.form.status).selectOption('RESOLVED')
    await control(page, 'combobox', said.bug.form.resolution).selectOption('FIXED')
    expect(await faults('Mended screen.png')).toEqual(none)
    await control(page, 'button', said.bug.form.save).click()
    await told(page, said.bug.form.done)
    await page.getByRole('link', { name: 'screen.png' }).first().waitFor()
    expect(await faults('Mended screen.png')).toEqual(none)
  })
})
