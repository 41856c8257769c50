// The pages of a small tracker behind a port, and a browser that looks at them.
import type { Tracker } from '@trackerkit/core'
import { serve, type RunningServer } from '@trackerkit/http-node'
import {
  hasBrowser,
  launchBrowser,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@trackerkit/test-browser'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createHandler } from '../src/server/handler.js'
import type { WebOptions } from '../src/server/options.js'
import { builtAssets, createWorld, password, type World } from './harness.js'
import { createPagePool } from './page-pool.js'

export interface Stage<W = World> {
  readonly world: W
  /** Where the pages are, without a slash at the end. */
  readonly url: string
  /** Opens a separate page as a user or logged out; its errors are collected in `faults`. */
  readonly open: (path: string, who?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a page once for tests that each start from whatever the one before left. After a failed test, it is opened again. */
  readonly share: (path: string, who?: string) => Promise<Page>
  /** Errors of scripts, breaches of the policy, dialogs: there must be none. */
  readonly faults: string[]
}

/** A world, and the server that serves it. */
interface Served<W> {
  readonly world: W
  readonly serve: typeof serve
}

/** One for all tests of a file, where there is a browser. A test fails when anything that it has opened failed behind its back. */
export function useStage(options: Partial<WebOptions> = {}, assets: () => Promise<URL> = builtAssets): Stage {
  return useStageOf(async () => ({ world: await createWorld(), serve }), options, assets)
}

/** The same with a tracker of the test's own. */
export function useStageOf<W extends { readonly tracker: Tracker }>(
  create: () => Promise<Served<W>>,
  options: Partial<WebOptions> = {},
  assets: () => Promise<URL> = builtAssets,
): Stage<W> {
  let made: MadeStage<W> | undefined
  beforeAll(async () => {
    if (hasBrowser) made = await setStage(await create(), options, await assets())
  }, 60_000)
  afterEach(async ({ task }) => {
    if (!made) return
    await made.clear(task.result?.state === 'fail')
    const faults = made.faults.splice(0)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  afterAll(async () => made?.end())
  const stage = () => {
    if (!made) throw new Error('The stage is set before the first test.')
    return made
  }
  return {
    get world() {
      return stage().world
    },
    get url() {
      return stage().url
    },
    get faults() {
      return stage().faults
    },
    open: async (...what) => stage().open(...what),
    share: async (...what) => stage().share(...what),
  }
}

interface MadeStage<W> extends Stage<W> {
  /** Closes what `open` has opened, and after a failed test what `share` has. */
  readonly clear: (hasFailed: boolean) => Promise<void>
  readonly end: () => Promise<void>
}

/** Starts server and browser. */
async function setStage<W extends { readonly tracker: Tracker }>(
  { world, serve: start }: Served<W>,
  options: Partial<WebOptions>,
  assets: URL,
): Promise<MadeStage<W>> {
  const server: RunningServer = await start({
    tracker: world.tracker,
    port: 0,
    log: () => undefined,
    pages: (rest) => createHandler({ rest, ...options }, assets),
  })
  const browser: Browser = await launchBrowser()
  const origin = new URL(server.url).origin
  const url = origin + (options.prefix ?? '')
  const faults: string[] = []
  // To make one, and to log in, takes longer than most tests: who has come once comes back.
  const contexts = new Map<string, BrowserContext>()
  const contextOf = async (who: string | undefined, more: BrowserContextOptions) => {
    const key = JSON.stringify([who, more])
    const known = contexts.get(key)
    if (known) return known
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...more,
    })
    contexts.set(key, context)
    context.setDefaultTimeout(60_000)
    if (who !== undefined) {
      const headers = { 'X-TrackerKit-Web': '1' }
      await context.request.post(`${url}/-/login`, { headers, data: { login: who, password } })
    }
    return context
  }
  const pool = createPagePool((page) => {
    const report = (text: string) => {
      if (pool.isInUse(page)) faults.push(`${page.url()}: ${text}`)
    }
    page.on('pageerror', ({ message }) => report(message))
    page.on('dialog', (dialog) => {
      // The page asks before it loses files: the user leaves it.
      if (dialog.type() === 'beforeunload') return void dialog.accept()
      report(`a dialog with the text ${dialog.message()}`)
      return void dialog.dismiss()
    })
    page.on('console', (message) => {
      // The browser logs the status of a missing page.
      if (message.type() === 'error' && !message.text().includes('status of 4')) report(message.text())
    })
  })
  const open: Stage<W>['open'] = async (path, who, more = {}) => {
    const page = await pool.take(await contextOf(who, more))
    await page.goto(url + path)
    if (more.javaScriptEnabled !== false) await page.waitForSelector('html[data-live]')
    return page
  }
  const shared = new Map<string, Page>()
  const share: Stage<W>['share'] = async (path, who) => {
    const key = JSON.stringify([path, who])
    const page = shared.get(key) ?? (await open(path, who))
    shared.set(key, page)
    return page
  }
  const clear = async (hasFailed: boolean) => {
    if (hasFailed) shared.clear()
    const kept = new Set(shared.values())
    for (const [key, context] of contexts) {
      await pool.putBack(context, kept)
      // Logged-out pages must stay logged out for the next test.
      if (key.startsWith('[null')) await context.clearCookies()
    }
  }
  const end = async () => {
    await browser.close()
    await server.stop()
  }
  return { world, url, open, share, faults, clear, end }
}

/** Chooses options by their texts, in a list of the browser or of the page: one, or one for each step. */
export async function choose(page: Page, name: string, ...values: readonly string[]): Promise<void> {
  const combobox = page.getByRole('combobox', { name, exact: true })
  await combobox.waitFor()
  if ((await combobox.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    await combobox.selectOption(values[0] ?? '')
    return
  }
  await combobox.press('Enter')
  for (const value of values) {
    await page.getByRole('searchbox').fill(value)
    await page.getByRole('listbox').getByRole('option').filter({ hasText: value }).first().waitFor()
    await page.keyboard.press('Enter')
  }
}

/** Opens the row of a field that has no value yet. */
export async function addField(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('searchbox', { name: 'Filter options' }).fill(name)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox', { name: 'Add field' }).waitFor({ state: 'detached' })
}

/** Adds a filter to a list: texts are typed, values are chosen. */
export async function addFilter(
  page: Page,
  field: string,
  condition: string,
  ...values: readonly string[]
): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Filter options' }).fill(field)
  await page.getByRole('listbox', { name: 'Add filter' }).getByRole('option', { name: field }).first().waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Filter ${field}` })
  await dialog.getByRole('radio', { name: condition, exact: true }).check()
  for (const value of values) {
    const text = dialog.getByRole('textbox', { name: 'Value' })
    const filter = dialog.getByRole('searchbox')
    await text.or(filter).waitFor()
    if ((await text.count()) > 0) await text.fill(value)
    else {
      await filter.fill(value)
      await dialog.getByRole('option').filter({ hasText: value }).first().click()
    }
  }
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

/** Chooses from the menu of a list. */
export async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menu', { name: 'More' }).getByRole('menuitem', { name: item }).press('Enter')
}

/** Opens the dialog for the columns of a list. */
export async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Display' }).press('Enter')
  await page.getByRole('dialog', { name: 'Display' }).getByRole('button', { name: 'Columns' }).press('Enter')
}

/** Waits until the page follows changes and logouts, and not only until it is live. */
export async function isReady(page: Page): Promise<void> {
  const address = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/after-first-view-'))?.name,
  )
  // As text, because the test runner replaces imports in functions.
  await page.evaluate(`import(${JSON.stringify(await address.jsonValue())}).then(() => 0)`)
}
