// A page, the user who opens it, and the names that are there after each step.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@trackerkit/test-browser'
import type { people } from '../harness.js'
import { find } from './find.js'
import type { Numbers } from './world.js'

/** `press` and a role with a name, `key` and a key, or `type` and a text. */
type Action = `press ${string}` | `key ${string}` | `type ${string}` | ((page: Page) => Promise<void>)

interface Step {
  readonly act?: readonly Action[]
  readonly has?: readonly string[]
  readonly lacks?: readonly string[]
}

export interface PageNames {
  readonly title: string
  readonly path: (numbers: Numbers) => string
  readonly who: keyof typeof people | 'newcomer' | undefined
  readonly steps: readonly Step[]
}

/** Returns the names that are missing, and those that should not be there, of the first step with such names. */
export async function wrongNames(page: Page, steps: readonly Step[]): Promise<string[]> {
  for (const { act = [], has = [], lacks = [] } of steps) {
    for (const action of act) await perform(page, action)
    const absent = await absentAfterAll(page, has)
    const gone = await absentOf(page, lacks)
    const present = lacks.filter((line) => !gone.includes(line))
    if (absent.length + present.length > 0)
      return [...absent.map((line) => `missing: ${line}`), ...present.map((line) => `there: ${line}`)]
  }
  return []
}

/** Parts that are loaded on demand need a moment. */
async function absentAfterAll(page: Page, lines: readonly string[]): Promise<string[]> {
  const end = Date.now() + 10_000
  let absent = await absentOf(page, lines)
  while (absent.length > 0 && Date.now() < end) {
    await sleep(50)
    absent = await absentOf(page, lines)
  }
  return absent
}

async function absentOf(page: Page, lines: readonly string[]): Promise<string[]> {
  const counts = await Promise.all(lines.map(async (line) => find(page, line).count()))
  return lines.filter((_, index) => counts[index] === 0)
}

async function perform(page: Page, action: Action): Promise<void> {
  if (typeof action === 'function') return action(page)
  const [verb = '', what = ''] = action.split(/ (.*)/s)
  if (verb === 'press') await find(page, what).first().press('Enter')
  else if (verb === 'key') await page.keyboard.press(what)
  else {
    await page.keyboard.type(what)
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  }
}
