// The commands of the palette: the controls of the page, and search results.
import { productNames } from '../page/product-values.js'
import { bugIdIn, pathOf, searchPath } from '../page/page.js'
import type { App } from '../state/app.js'
import { isUsable, press } from '../state/press.js'
import { matching, type Option } from './option.js'
import { peopleOptions } from './people-options.js'
import type { Texts } from '../texts/index.js'

export type Group = keyof Texts['palette']['groups']

export interface Command extends Option {
  readonly group: Group
  /** The keys that do the same. */
  readonly keys?: string | undefined
  readonly run: () => void
}

/** Options of each group at most. */
const mostShown = 8

/** The controls of the page with keys, and the links of its menus. */
export function commandsOfPage(): Command[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      ':is(a, button, input, textarea, select)[aria-keyshortcuts], #main-menu a, :is(#account-menu, #list-forms) a[role=menuitem], #account-menu button[role=menuitem]',
    ),
  ]
  const names = new Set<string>()
  return controls.flatMap((control, index) => {
    const text = nameOf(control)
    const isInMenu = control.closest('#main-menu, #account-menu, #list-forms') !== null
    if (text === '' || names.has(text) || !(isInMenu || isUsable(control))) return []
    names.add(text)
    const keys = control.getAttribute('aria-keyshortcuts') ?? undefined
    const run = () => {
      if (control.isConnected) press(control)
    }
    return { group: isInMenu ? 'places' : 'actions', value: `control ${index}`, text, keys, run }
  })
}

function nameOf(control: HTMLElement): string {
  const [label] = (control as HTMLInputElement).labels ?? []
  return (control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent).trim()
}

/** Finds commands for a text; without one, those of the page. */
export function createFinder(app: App, ofPage: readonly Command[]) {
  const { operations, texts, who } = app
  const go = (path: string) => () => void app.go(path, { asks: true })
  const all = [...ofPage, ...elsewhere(app, go).filter(({ text }) => ofPage.every((one) => one.text !== text))]
  const saved = who ? savedSearches(app, go) : Promise.resolve([])
  const products = productNames(operations).then(
    (names) =>
      names.map((name): Command => ({
        group: 'products',
        value: `product ${name}`,
        text: name,
        run: go(pathOf('products', name)),
      })),
    () => [],
  )
  const searches = [people(app, go), bugs(app, go)]
  return async (typed: string, signal: AbortSignal): Promise<readonly Command[]> => {
    const words = typed.trim()
    if (words === '') return all
    const named = [all, await saved, await products]
    const found = await Promise.all(searches.map(async (search) => search(words, signal).catch(() => [])))
    const first = (commands: readonly Command[]) => commands.slice(0, mostShown)
    const id = bugIdIn(words)
    const { goTo, searchFor } = texts.suggestions
    const text = id === undefined ? searchFor(words) : goTo(id)
    const whole: Command = { group: 'bugs', value: 'search', text, run: go(searchPath(words)) }
    const others = [...named.flatMap((commands) => first(matching(commands, words))), ...found.flatMap(first)]
    return id === undefined ? [...others, whole] : [whole, ...others]
  }
}

type Go = (path: string) => () => void
type Search = (words: string, signal: AbortSignal) => Promise<readonly Command[]>

/** Pages that only some pages have a link to. */
function elsewhere({ texts }: App, go: Go): readonly Command[] {
  const { board, advanced } = texts.list
  return [
    { group: 'places', value: 'board', text: board, run: go('/board?status=__open__') },
    { group: 'places', value: 'advanced search', text: advanced, run: go('/search') },
  ]
}

async function savedSearches({ operations }: App, go: Go): Promise<readonly Command[]> {
  const { saved_searches } = await operations.savedSearches.get().catch(() => ({ saved_searches: [] }))
  return saved_searches
    .filter(({ kind }) => kind === 'search')
    .map(({ name }) => {
      const run = go(`/bugs?${new URLSearchParams({ savedsearch: name })}`)
      return { group: 'searches', value: `search ${name}`, text: name, run }
    })
}

/** The open bugs of people. Only users who are logged in find people. */
function people(app: App, go: Go): Search {
  const search = peopleOptions(app)
  return async (words, signal) => {
    const found = app.who ? await search(words, signal) : []
    return found.map(({ value, text }) => {
      const run = go(`/bugs?${new URLSearchParams({ assigned_to: value, status: '__open__' })}`)
      return { group: 'people', value: `person ${value}`, text: app.texts.palette.assignedTo(text), run }
    })
  }
}

function bugs({ operations }: App, go: Go): Search {
  return async (text, signal) => {
    const { suggestions } = await operations.server.suggest({ text }, { signal })
    return suggestions.flatMap(({ id, text: summary }): readonly Command[] => {
      if (id === undefined) return []
      return [{ group: 'bugs', value: `bug ${id}`, text: `${id} ${summary}`, run: go(pathOf('bug', id)) }]
    })
  }
}
