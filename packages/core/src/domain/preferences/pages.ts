// Preferences about the pages.
import * as z from 'zod'
import { limited, line, list, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import type { Reader, Writer } from '../../schema/index.js'

const mostColumns = 50
const maxOrderLength = 1000
const maxHomeLength = 255

const language = word.refine(
  isLanguage,
  problem('param_invalid', { problem: 'not a language', accepted: ['', 'en', 'de-AT'] }),
)
const timeZone = word.refine(
  isTimeZone,
  problem('param_invalid', { problem: 'not a time zone', accepted: ['', 'Europe/Vienna'] }),
)
/** An address of another host begins with two slashes, or a slash and a backslash. */
const home = limited(line, maxHomeLength).refine(
  (path) => path === '' || /^\/(?![/\\])/.test(path),
  problem('param_invalid', { problem: 'not a path', accepted: ['', '/dashboard'] }),
)

const theme = z.enum(['system', 'light', 'dark'])

const meanings = {
  theme: 'Color scheme. Defaults to `system`.',
  language: 'Language, such as `en` or `de-AT`; empty for that of the browser.',
  time_zone: 'Time zone, such as `Europe/Vienna`; empty for that of the browser.',
  keys: 'Enable single-key shortcuts. Defaults to true.',
  markdown: 'Use Markdown by default for new comments and descriptions. Defaults to true.',
  columns: 'Columns of lists of bugs, in order, at most 50; empty for the default ones.',
  order: 'Sort order of lists of bugs, as in Search Bugs, at most 1,000 characters; empty for the default.',
  home: 'Path to which the first page leads, at most 255 characters; empty for the default.',
}

/** All of them. */
export const pagePreferences = z
  .object({
    theme: theme.meta({ description: meanings.theme }),
    language: z.string().meta({ description: meanings.language }),
    time_zone: z.string().meta({ description: meanings.time_zone }),
    keys: z.boolean().meta({ description: meanings.keys }),
    markdown: z.boolean().meta({ description: meanings.markdown }),
    columns: z.array(z.string()).meta({ description: meanings.columns }),
    order: z.string().meta({ description: meanings.order }),
    home: z.string().meta({ description: meanings.home }),
  })
  .meta({ id: 'PagePreferences', description: 'Preferences for the pages of the tracker.' })

/** Any of them. */
export const somePagePreferences = z
  .strictObject({
    theme: theme.meta({ description: meanings.theme }),
    language: language.meta({ description: meanings.language }),
    time_zone: timeZone.meta({ description: meanings.time_zone }),
    keys: z.boolean().meta({ description: meanings.keys }),
    markdown: z.boolean().meta({ description: meanings.markdown }),
    columns: list(word, mostColumns).meta({ description: meanings.columns }),
    order: limited(line, maxOrderLength).meta({ description: meanings.order }),
    home: home.meta({ description: meanings.home }),
  })
  .partial()
  .meta({ id: 'ChosenPagePreferences', description: 'Preferences about the pages of the tracker.' })

export type PagePreferences = z.output<typeof pagePreferences>

const defaults: PagePreferences = {
  theme: 'system',
  language: '',
  time_zone: '',
  keys: true,
  markdown: true,
  columns: [],
  order: '',
  home: '',
}

const setting = 'pages'
const settingOf = (userId: number) =>
  ({ and: [{ col: 'user_id', eq: userId } as const, { col: 'name', eq: setting } as const] }) as const

export async function loadPagePreferences(tx: Reader, userId: number): Promise<PagePreferences> {
  const [row] = await tx.select({ from: 'user_settings', where: settingOf(userId) })
  return { ...defaults, ...(row?.value as Partial<PagePreferences> | undefined) }
}

/** Returns an empty text without one. */
export async function loadTimeZone(tx: Reader, userId: number): Promise<string> {
  const { time_zone } = await loadPagePreferences(tx, userId)
  return typeof time_zone === 'string' ? time_zone : ''
}

/** Stores differences from the defaults. */
export async function storePagePreferences(tx: Writer, userId: number, preferences: PagePreferences): Promise<void> {
  const chosen = changedPreferences(defaults, preferences)
  await tx.delete('user_settings', settingOf(userId))
  if (chosen.length === 0) return
  const value = Object.fromEntries(chosen.map((name) => [name, preferences[name]]))
  await tx.insert('user_settings', [{ user_id: userId, name: setting, value }])
}

/** The names of those that are not the same. */
export function changedPreferences(before: PagePreferences, after: PagePreferences): (keyof PagePreferences)[] {
  const names = Object.keys(defaults) as (keyof PagePreferences)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

function isLanguage(text: string): boolean {
  try {
    return text === '' || Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isTimeZone(text: string): boolean {
  try {
    return text === '' || new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
