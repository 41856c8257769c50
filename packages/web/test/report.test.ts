// The form for reports in pages of another program, found only by roles and names.
import type { FormsCreateInput } from '@trackerkit/core/types'
import type { ReportElement } from '@trackerkit/report'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { createWorld, get, pagesOf, people } from './harness.js'
import { useProgram, type Visit } from './report-host.js'

const program = useProgram()

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { name: 'dot.png', mimeType: 'image/png', buffer: pixel }

const dialogOf = (page: Pick<Page, 'getByRole'>) => page.getByRole('dialog', { name: 'Report a problem' })
const summaryOf = (page: Pick<Page, 'getByRole'>) => page.getByRole('textbox', { name: 'What went wrong?' })
const press = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name }).press('Enter')
const said = (page: Pick<Page, 'getByRole'>, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()
const open = (page: Page) => press(page, 'Report a problem')

/** Opens the dialog of a page with a summary. */
async function begin(visit: Visit = {}) {
  const made = await program().visit(visit)
  await open(made.page)
  await summaryOf(made.page).fill('It blinks')
  return made
}

/** Sends the report, and returns its bug with its files. */
async function send(page: Page) {
  await press(page, 'Send')
  await said(page, 'Thank you. Your report has number')
  const id = Number(/\d+/.exec(await page.getByRole('status').innerText())?.[0])
  const system = program().tracker.asSystem()
  const { bugs } = await system.bugs.get({ ids: [id] })
  const { bugs: files } = await system.attachments.get({ ids: [id] })
  const { bugs: texts } = await system.comments.get({ ids: [id] })
  return { bug: bugs[0], files: files[id] ?? [], texts: texts[id]?.comments.map(({ text }) => text) ?? [] }
}

/** Runs in the page. */
const withElement = (page: Page, work: (element: ReportElement) => void) =>
  page.locator('trackerkit-report').evaluate(work as (element: Element) => void)

describe.skipIf(!hasBrowser)('<trackerkit-report>', () => {
  it('is filled and sent by keys under a strict policy, and shows the number of the bug', async () => {
    const attributes = 'label="Something wrong?" email page'
    const { page } = await program().visit({ attributes, path: '/page?token=1' })
    await withElement(page, (element) => {
      element.extra = { client: 'App 1.2\n' }
      document.body.addEventListener('keydown', ({ key }) => (document.title += key))
      document.body.addEventListener(
        'trackerkit-reported',
        ({ detail }) => (document.title += ` reported ${detail.id}`),
      )
    })
    await page.keyboard.press('Tab')
    expect(await page.getByRole('button', { name: 'Something wrong?' }).evaluate((one) => one.matches(':focus'))).toBe(
      true,
    )
    const title = await page.title()
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await page.keyboard.type('It blinks')
    for (const text of ['I pressed the switch.', 'sue@else.example']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await said(page, /^Thank you. Your report has number \d+.$/)
    const id = Number(/\d+/.exec(await page.getByRole('status').innerText())?.[0])
    // No shortcut of the page sees the keys.
    expect(await page.title()).toBe(`${title} reported ${id}`)
    const system = program().tracker.asSystem()
    const { bugs } = await system.bugs.get({ ids: [id] })
    expect(bugs).toMatchObject([{ summary: 'It blinks', url: expect.stringMatching(/^http:.*\/page$/) as unknown }])
    const { bugs: comments } = await system.comments.get({ ids: [id] })
    expect(comments[id]?.comments.map(({ text }) => text)).toEqual([
      'I pressed the switch.\n\nClient: App 1.2',
      expect.stringContaining('sue@else.example'),
    ])
    await press(page, 'Close')
    await dialogOf(page).waitFor({ state: 'hidden' })
    await press(page, 'Something wrong?')
    expect(await summaryOf(page).inputValue()).toBe('')
  })

  it('opens empty at once when a sent report is closed', async () => {
    const { page } = await begin()
    await send(page)
    await page.evaluate(() => {
      const element = document.querySelector<ReportElement>('trackerkit-report')
      element?.close()
      element?.open()
    })
    expect(await summaryOf(page).inputValue()).toBe('')
    await summaryOf(page).fill('It blinks again')
    expect((await send(page)).bug?.summary).toBe('It blinks again')
  })

  it('requires a summary, closes with Escape, returns the focus, and keeps what was typed', async () => {
    const { page } = await program().visit()
    await open(page)
    await press(page, 'Send')
    expect(await page.getByRole('status').innerText()).toBe('')
    expect(await summaryOf(page).evaluate((one) => one.matches(':focus:invalid'))).toBe(true)
    await summaryOf(page).fill('It blinks')
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'hidden' })
    const button = page.getByRole('button', { name: 'Report a problem' })
    expect(await button.evaluate((one) => one.matches(':focus'))).toBe(true)
    await open(page)
    expect(await summaryOf(page).inputValue()).toBe('It blinks')
    await press(page, 'Cancel')
    await dialogOf(page).waitFor({ state: 'hidden' })
  })

  it('opens and closes by calls, with other texts and without its button', async () => {
    const { page } = await program().visit({ attributes: 'label=""' })
    expect(await page.getByRole('button').count()).toBe(0)
    await withElement(page, (element) => {
      element.texts = { title: 'Fehler melden', summary: 'Was ist passiert?' }
      element.open({ summary: 'Es blinkt' })
    })
    const dialog = page.getByRole('dialog', { name: 'Fehler melden' })
    expect(await dialog.getByRole('textbox', { name: 'Was ist passiert?' }).inputValue()).toBe('Es blinkt')
    await withElement(page, (element) => element.close())
    await dialog.waitFor({ state: 'hidden' })
  })

  it('shows that a report was received if it is held', async () => {
    const { page } = await begin({ intake: { holds: true } })
    await press(page, 'Send')
    await said(page, 'Thank you. Your report was received.')
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
  })

  it('says when the origin is not listed, when the intake is closed, and when there are too many reports', async () => {
    const refused = 'The tracker doesn’t accept reports from this page.'
    const foreign = await begin({ isForeign: true })
    await said(foreign.page, refused)
    const closed = await begin()
    await program()
      .tracker.asSystem('admin@example.com')
      .intakes.update({ ids: [closed.intake], is_active: false })
    await press(closed.page, 'Send')
    await said(closed.page, refused)
    const busy = await begin({ intake: { per_hour: 1 } })
    await send(busy.page)
    await press(busy.page, 'Close')
    await open(busy.page)
    await summaryOf(busy.page).fill('It hums')
    await press(busy.page, 'Send')
    await said(busy.page, 'Too many reports were sent. Try again in 60 minutes.')
    expect(await summaryOf(busy.page).inputValue()).toBe('It hums')
  })

  it('says on pages of the tracker itself that the intake is closed', async () => {
    const { page, intake, key } = await begin()
    await program()
      .tracker.asSystem('admin@example.com')
      .intakes.update({ ids: [intake], is_active: false })
    await page.goto(`${program().trackerUrl}/login`)
    // As text: the runner of the tests would rewrite the import.
    await page.evaluate("import('/-/report.js')")
    await page.evaluate((endpoint) => {
      const element = document.createElement('trackerkit-report')
      element.setAttribute('endpoint', endpoint)
      document.body.append(element)
    }, `/rest/report/${key}`)
    await open(page)
    const text = 'The tracker no longer accepts these reports.'
    await said(page, text)
    await summaryOf(page).fill('It blinks')
    await press(page, 'Send')
    await said(page, text)
    expect(await summaryOf(page).inputValue()).toBe('It blinks')
  })

  it('keeps the text without a connection, and sends it once', async () => {
    const { page } = await begin()
    await page.context().setOffline(true)
    await press(page, 'Send')
    await said(page, 'Can’t reach the tracker.')
    await page.context().setOffline(false)
    let cuts = 0
    // The report arrives, its response does not.
    await page.route('**/rest/report/*', async (route) => {
      if (route.request().method() !== 'POST' || cuts++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const filed = async () =>
      (
        await program()
          .tracker.asSystem()
          .bugs.search({ include_fields: ['id'] })
      ).bugs.length
    const before = await filed()
    await press(page, 'Send')
    await said(page, 'The report couldn’t be sent.')
    await send(page)
    expect(await filed()).toBe(before + 1)
  })
})

describe.skipIf(!hasBrowser)('a dialog of <trackerkit-report>', () => {
  it('is empty after a report that was sent while it was closed', async () => {
    const { page } = await begin()
    let answer = () => undefined as void
    const isHeld = new Promise<void>((done) => (answer = done))
    await page.route('**/rest/report/*', async (route) => {
      if (route.request().method() === 'POST') await isHeld
      return route.continue()
    })
    await withElement(page, () => addEventListener('trackerkit-reported', () => (document.title = 'reported')))
    await press(page, 'Send')
    await said(page, 'Sending…')
    await page.keyboard.press('Escape')
    answer()
    await page.waitForFunction(() => document.title === 'reported')
    await open(page)
    expect(await summaryOf(page).inputValue()).toBe('')
  })

  it('opens again after the element was moved', async () => {
    const { page } = await begin()
    await withElement(page, (element) => document.body.append(element))
    await dialogOf(page).waitFor({ state: 'hidden' })
    await open(page)
    expect(await summaryOf(page).inputValue()).toBe('It blinks')
    expect(await dialogOf(page).evaluate((one) => one.matches(':modal'))).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('messages of the console', () => {
  it('are shown without secrets, and sent only with consent', async () => {
    const { page } = await begin({ attributes: 'console' })
    await page.evaluate(() => {
      console.error('GET https://app.example.com/lamp?session=s3cr3t failed', { token: 's3cr3t' })
      console.warn('password: s3cr3t')
      console.log('s3cr3t')
      setTimeout(() => {
        throw new Error('expected #1')
      })
      void Promise.reject(new Error('expected #2'))
    })
    await page.keyboard.press('Escape')
    await open(page)
    expect((await send(page)).files).toEqual([])
    await press(page, 'Close')

    await open(page)
    await summaryOf(page).fill('It hums')
    const region = page.getByRole('region', { name: 'Messages of the console' })
    expect(await region.count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Send the last messages of the console' }).press('Space')
    const shown = await region.innerText()
    expect(shown.split('\n').toSorted()).toEqual([
      'error: GET https://app.example.com/lamp failed [object]',
      'uncaught: Error: expected #2',
      expect.stringMatching(/^uncaught: Uncaught Error: expected #1 /),
      'warn: passw…',
    ])
    const { files } = await send(page)
    expect(files).toMatchObject([{ file_name: 'console.txt', content_type: 'text/plain' }])
    expect(new TextDecoder().decode(files[0]?.data)).toBe(shown)
  })

  it('stay few and short on a page that writes a megabyte', async () => {
    const { page } = await begin({ attributes: 'console' })
    await page.evaluate(() => {
      for (let count = 0; count < 10_000; count++) console.error(`${count} ${'lamp '.repeat(20)}`)
      console.error('lamp '.repeat(200_000))
    })
    await page.keyboard.press('Escape')
    await open(page)
    await page.getByRole('checkbox').press('Space')
    const shown = (await page.getByRole('region', { name: 'Messages of the console' }).innerText()).split('\n')
    expect(shown).toHaveLength(50)
    expect(shown[0]).toContain('error: 9951 ')
    expect(shown.at(-1)).toHaveLength(500)
  })

  it('are not recorded without the attribute, or once the element is gone', async () => {
    const isNative = (page: Page) => page.evaluate(() => String(console.error).includes('[native code]'))
    const { page: without } = await begin()
    expect(await isNative(without)).toBe(true)
    const { page } = await program().visit({ attributes: 'console' })
    expect(await isNative(page)).toBe(false)
    await withElement(page, (element) => element.remove())
    expect(await isNative(page)).toBe(true)
  })
})

/** Pixels of the picture: the top left one, and that in the middle. */
const pixelsOf = (page: Page) =>
  page.getByRole('img', { name: 'Picture' }).evaluate((shown) => {
    const canvas = shown as HTMLCanvasElement
    const at = (x: number, y: number) => [...(canvas.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])]
    return { width: canvas.width, first: at(0, 0), middle: at(canvas.width >> 1, canvas.height >> 1) }
  })

describe.skipIf(!hasBrowser)('the picture of a report', () => {
  it('is one frame of the screen, at most 1,920 pixels wide, in which areas are hidden', async () => {
    const first = () => {
      const getDisplayMedia = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1200 })
        const context = canvas.getContext('2d')
        const paint = () => {
          if (context) context.fillStyle = '#0f0'
          context?.fillRect(0, 0, 2400, 1200)
        }
        setInterval(paint, 20)
        const stream = canvas.captureStream()
        Object.assign(window, { stream })
        return Promise.resolve(stream)
      }
      Object.assign(navigator.mediaDevices, { getDisplayMedia })
    }
    const { page } = await begin({ first })
    await press(page, 'Add a picture of the screen')
    const image = page.getByRole('img', { name: 'Picture' })
    await image.waitFor()
    const isLive = () => page.evaluate(() => (window as unknown as { stream: MediaStream }).stream.active)
    expect(await isLive()).toBe(false)
    expect(await pixelsOf(page)).toMatchObject({ width: 1920, middle: [0, expect.any(Number), 0, 255] })
    const box = await image.boundingBox()
    if (!box) throw new Error('The picture is shown.')
    const drag = async () => {
      await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75, { steps: 3 })
      await page.mouse.up()
    }
    await image.scrollIntoViewIfNeeded()
    await drag()
    expect((await pixelsOf(page)).middle).not.toEqual([0, 0, 0, 255])
    await press(page, 'Hide an area')
    await drag()
    const { first: corner, middle } = await pixelsOf(page)
    expect([corner[1], middle]).toEqual([expect.any(Number), [0, 0, 0, 255]])
    expect(corner).not.toEqual(middle)
    const { files } = await send(page)
    expect(files).toMatchObject([{ file_name: 'picture.png', content_type: 'image/png', is_private: false }])
    expect([...(files[0]?.data ?? [])].slice(1, 4)).toEqual([...Buffer.from('PNG')])
  })

  it.each([
    ['the user or the browser refuses', false],
    ['the page is in a frame that may not capture', true],
  ])('is chosen as a file where %s, and can be removed', async (_, isFramed) => {
    const first = () => {
      const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
      if (top === window) Object.assign(navigator.mediaDevices, { getDisplayMedia: refuse })
    }
    const { page } = await program().visit({ isFramed, ...(!isFramed && { first }) })
    const place = isFramed ? page.frameLocator('iframe') : page
    await press(place, 'Report a problem')
    await summaryOf(place).fill('It blinks')
    await press(place, 'Add a picture of the screen')
    await said(place, 'The screen can’t be captured. Choose a picture instead.')
    const choose = place.getByRole('button', { name: 'Choose a picture' })
    expect(await choose.evaluate((one) => one.matches(':focus'))).toBe(true)
    await choose.setInputFiles({ ...picture, buffer: Buffer.from('none') })
    await said(place, 'The browser can’t show this file as a picture.')
    await choose.setInputFiles(picture)
    await place.getByRole('img', { name: 'Picture' }).waitFor()
    await press(place, 'Remove the picture')
    expect(await place.getByRole('img', { name: 'Picture' }).count()).toBe(0)
    await press(place, 'Send')
    await said(place, 'Thank you. Your report has number')
  })

  it.each([
    ['the intake', 400, { max_kb: 400 }],
    ['attachments', 700, {}],
  ])('becomes smaller until the limit of %s takes it', async (_limit, size, intake) => {
    const { page } = await begin({ intake })
    const noise = await page.evaluate((side) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const image = new ImageData(side, side)
      let seed = 1
      for (let at = 0; at < image.data.length; at++) {
        seed = (seed * 48_271) % 2_147_483_647
        image.data[at] = at % 4 === 3 ? 255 : seed & 255
      }
      canvas.getContext('2d')?.putImageData(image, 0, 0)
      return canvas.toDataURL().split(',')[1] ?? ''
    }, size)
    const buffer = Buffer.from(noise, 'base64')
    const most = 'max_kb' in intake ? 300 * 1024 : 1000 * 1024
    expect(buffer.byteLength).toBeGreaterThan(most)
    await page.getByRole('button', { name: 'Choose a picture' }).setInputFiles({ ...picture, buffer })
    await page.getByRole('img', { name: 'Picture' }).waitFor()
    const { files } = await send(page)
    expect(files[0]?.data.byteLength).toBeLessThanOrEqual(most)
  })
})

const formOfApp = {
  name: 'App',
  body: [
    { type: 'markdown', attributes: { value: 'Thank you for\nreporting it.' } },
    {
      type: 'textarea',
      id: 'steps',
      attributes: { label: 'Steps', description: 'One on each line', value: '1. ' },
      validations: { required: true },
    },
    { type: 'input', id: 'room', attributes: { label: 'Room', placeholder: 'Kitchen' } },
    { type: 'dropdown', id: 'lamp', attributes: { label: 'Which lamp?', options: ['Old', 'New'], default: 1 } },
    {
      type: 'dropdown',
      id: 'severity',
      attributes: { label: 'How bad?', options: ['enhancement', 'blocker'] },
      validations: { required: true },
    },
    { type: 'dropdown', id: 'colors', attributes: { label: 'Colors', options: ['Red', 'Green'], multiple: true } },
    {
      type: 'checkboxes',
      id: 'rules',
      attributes: { label: 'Rules', options: [{ label: 'I agree', required: true }] },
    },
    { type: 'input', id: 'build', attributes: { label: 'Build' } },
  ],
} satisfies FormsCreateInput

describe.skipIf(!hasBrowser)('the questions of a form in <trackerkit-report>', () => {
  const visitWithForm = async (visit: Visit = {}) => {
    const { forms } = program().tracker.asSystem(people.admin)
    if ((await forms.get({ names: ['App'] })).forms.length === 0) await forms.create(formOfApp)
    return program().visit({ intake: { form: 'App' }, ...visit })
  }
  const boxOf = (page: Page, name: string) => page.getByRole('textbox', { name })
  const choose = (page: Page, name: string, label: string) => page.getByRole('combobox', { name }).selectOption(label)

  it('are shown by their labels, and answered in the bug', async () => {
    const { page } = await visitWithForm()
    await withElement(page, (element) => (element.extra = { answers: { build: '7', other: 'x' } }))
    await open(page)
    await page.getByText('Thank you for').waitFor()
    await summaryOf(page).fill('It blinks')
    expect(await boxOf(page, 'Steps (required)').inputValue()).toBe('1.')
    await boxOf(page, 'Steps (required)').fill('1. Press the switch')
    expect(await boxOf(page, 'Room').getAttribute('placeholder')).toBe('Kitchen')
    await choose(page, 'How bad? (required)', 'blocker')
    await page.getByRole('group', { name: 'Colors' }).getByRole('checkbox', { name: 'Green' }).check()
    await page.getByRole('checkbox', { name: 'I agree (required)' }).check()
    expect(await boxOf(page, 'Build').count()).toBe(0)
    const { bug, texts } = await send(page)
    expect(bug).toMatchObject({ severity: 'blocker' })
    const sections = [
      ...['### Steps\n\n1. Press the switch', '### Room\n\n_No response_', '### Which lamp?\n\nNew'],
      ...['### Colors\n\nGreen', '### Rules\n\n- [x] I agree', '### Build\n\n7'],
    ]
    expect(texts).toEqual([sections.join('\n\n')])
  })

  it('have the errors of their answers beside them, and keep what was typed', async () => {
    const { page } = await visitWithForm()
    await open(page)
    const steps = boxOf(page, 'Steps (required)')
    await steps.fill('   ')
    await summaryOf(page).fill('It blinks')
    await choose(page, 'How bad? (required)', 'blocker')
    await page.getByRole('checkbox', { name: 'I agree (required)' }).check()
    await press(page, 'Send')
    await page.getByText('Steps is required.').waitFor()
    const stateOf = async () => [
      await steps.getAttribute('aria-invalid'),
      await steps.evaluate((one) => one.matches(':focus')),
    ]
    expect(await stateOf()).toEqual(['true', true])
    const about = await steps.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${about}"]`).innerText()).toMatch(/^One on each line\s+Steps is required\.$/)
    expect(await page.getByRole('status').innerText()).toBe('')
    await page.keyboard.press('Escape')
    await open(page)
    await steps.fill('1. Press the switch')
    await send(page)
  })

  it('are asked before a report is sent that waited for them', async () => {
    const { page } = await visitWithForm()
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await page.route('**/rest/report/*', async (route) => {
      if (route.request().method() === 'GET') await released
      await route.continue()
    })
    await open(page)
    await summaryOf(page).fill('It blinks')
    await press(page, 'Send')
    await said(page, 'Sending…')
    release()
    await said(page, 'Answer the questions first.')
    expect(await boxOf(page, 'Room').count()).toBe(1)
  })

  it('have no violations of accessibility in a narrow window', async () => {
    const { page } = await visitWithForm({ browser: { bypassCSP: true, viewport: { width: 320, height: 640 } } })
    await open(page)
    await boxOf(page, 'Room').waitFor()
    await summaryOf(page).fill('It blinks')
    await boxOf(page, 'Steps (required)').fill(' ')
    await choose(page, 'How bad? (required)', 'blocker')
    await page.getByRole('checkbox', { name: 'I agree (required)' }).check()
    await press(page, 'Send')
    await page.locator('textarea[aria-invalid=true]').waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
  })
})

describe.skipIf(!hasBrowser)('accessibility of the form for reports', () => {
  it.each(['light', 'dark'] as const)('has no violations in %s colors and a narrow window', async (colorScheme) => {
    const viewport = { width: 320, height: 640 }
    const { page } = await program().visit({
      attributes: 'email page console',
      browser: { bypassCSP: true, colorScheme, viewport },
    })
    await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'))
    expect(await violationsOf(page)).toEqual([])
    await page.evaluate(() => console.error('lamp '.repeat(2000)))
    await open(page)
    await page.getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: 'Choose a picture' }).setInputFiles(picture)
    await press(page, 'Hide an area')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await summaryOf(page).fill('It blinks')
    await send(page)
    expect(await violationsOf(page)).toEqual([])
  })
})

describe('/-/report.js', () => {
  it('can be loaded by pages of every origin, and again only when it has changed', async () => {
    const pages = await pagesOf((await createWorld()).tracker)
    const response = await get(pages, '/-/report.js')
    const read = (name: string) => response.headers.get(name)
    expect(response.status).toBe(200)
    expect(read('content-type')).toBe('text/javascript; charset=utf-8')
    expect([read('access-control-allow-origin'), read('cross-origin-resource-policy')]).toEqual(['*', 'cross-origin'])
    expect(read('cache-control')).toBe('public, max-age=3600')
    const again = async (tag: string, encoding = '') => {
      const headers = { 'If-None-Match': tag, 'Accept-Encoding': encoding }
      const { status, body } = await pages(new Request('http://127.0.0.1:8080/-/report.js', { headers }))
      return [status, body === null]
    }
    const tag = read('etag') ?? ''
    expect([await again(tag), await again(`"a", W/${tag}`), await again('*')]).toEqual(Array(3).fill([304, true]))
    // Another representation.
    expect(await again(tag, 'gzip')).toEqual([200, false])
    expect((await get(pages, '/-/report.js/x')).status).toBe(404)
  })
})
