// State that all parts of a page share: one for each request on the server, one for each loaded page in the browser.
// None of it is in a module, where on the server all users would share it.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Client } from '../page/operations.js'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { createLinkBudget, type LinkBudget } from './link-budget.js'
import type { PageAddress, Shown } from '../page/page.js'
import type { MainTexts, MoreTexts, Texts } from '../texts/index.js'
import type { ListContext } from './list-context.js'
import type { ListMarks } from './list-marks.js'
import type { Preferences, Who } from '../page/who.js'
import { createMoreStyles } from './more-styles.js'
import type { Turns } from './turns.js'

/** The state of the setup code. */
export type SetUpState = 'none' | 'right' | 'wrong' | 'too many'

/** An account of a demo, for every visitor. */
export interface DemoAccount {
  readonly login: string
  readonly password: string
  /** As the button for it says. */
  readonly name: string
}

/** Settings of the site, the same on all pages, sent to the browser. */
export interface SiteSettings {
  readonly prefix: string
  readonly title: string
  readonly logo: string | null
  readonly links: readonly { readonly text: string; readonly href: string }[]
  readonly commitUrl: string | null
  readonly demo: readonly DemoAccount[] | null
  /** Null: the tracker is set up. */
  readonly setUp: SetUpState | null
  /** The current user is another one, as whom the tracker is viewed. */
  readonly isActing: boolean
  /** Where people log in and out: the pages themselves, or the host. */
  readonly login: { readonly by: 'pages' } | { readonly by: 'host'; readonly logOutUrl: string | null }
}

/** A short message about a change, with the function that undoes it. */
export interface Notice {
  readonly text: string
  /** The bug that it is about. */
  readonly bug?: number | undefined
  readonly undo?: (() => void) | undefined
}

/** Actions of single keys: by character, with `Shift+` before letters. */
export type KeyActions = Readonly<Record<string, () => void>>

/** Why the browser waits. `stuck`: no answer, or the server has no time; it is asked again. */
export type Waiting = 'no' | 'loading' | 'long' | 'stuck'

export type Confirming = 'no' | 'open' | 'confirmed'

/** Changes by others to the shown page. */
export interface News {
  /** A word about it; empty: none. */
  readonly text: string
  /** The bugs of a list that are not any more as they are shown. */
  readonly changed: ReadonlySet<number>
}

export const noNews: News = { text: '', changed: new Set() }

export interface App {
  readonly site: SiteSettings
  /** Those of the pages that have been opened, and of the parts that have been loaded. */
  readonly texts: Texts
  /** Registers a part that was loaded on demand. */
  readonly learn: (more: MoreTexts) => void
  /** Loads the styles that lists and bugs begin without. */
  readonly moreStyles: () => Promise<void>
  /** The current user with their current preferences. */
  readonly who: Who | null
  readonly operations: Client
  readonly shown: Signal<Shown>
  /** Reference time of relative times, in milliseconds since 1970. */
  readonly now: Signal<number>
  /** Hydrated: controls that need scripts can be shown. */
  readonly isLive: Signal<boolean>
  readonly isServer: boolean
  readonly turns: Turns
  /** Exact times are in the zone of the browser: after the first view, because its formats take long to load. */
  readonly hasZone: Signal<boolean>
  readonly waiting: Signal<Waiting>
  readonly notice: Signal<Notice | undefined>
  readonly news: Signal<News>
  /** The number of unread lines in the inbox, at most 100. Undefined until it is known. */
  readonly unread: Signal<number | undefined>
  /** The login dialog is open. */
  readonly isLoggedOut: Signal<boolean>
  /** The page is printed: it shows values and exact times instead of controls. */
  readonly isPrinting: Signal<boolean>
  /** The state of the dialog that confirms the session, and how it was closed. */
  readonly confirming: Signal<Confirming>
  /** The keyboard help dialog is open. */
  readonly isHelpOpen: Signal<boolean>
  /** The command palette is open. */
  readonly isPaletteOpen: Signal<boolean>
  /** Key actions of the shown page; the later one of two counts. */
  readonly keys: Set<KeyActions>
  /** The list that the user came from. */
  readonly trail: Signal<ListContext | undefined>
  /** Of the shown list. */
  readonly marks: { current: ListMarks | undefined }
  /** How the page that is shown next begins. */
  readonly arrival: { isAtTop: boolean }
  /** Applies changed preferences. The tracker has stored them already. */
  readonly prefer: (changes: Partial<Preferences>) => void
  /** Applies a changed number of held reports. */
  readonly countHeld: (held: number) => void
  readonly title: ReadonlySignal<string>
  /** An address with the prefix before it. */
  readonly href: (path: string) => string
  /** The remaining budget of the shown page; another page, or new data of it, starts with a new one. */
  readonly linkBudget: () => LinkBudget
  /** Runs work that may take long. The server measures it. */
  readonly measure: Measure
  /**
   * Navigates to a path below the prefix without loading a document. With `asks`, the user is asked before unsaved input is lost.
   * No effect on the server.
   */
  readonly go: (path: string, options?: { readonly replace?: boolean; readonly asks?: boolean }) => Promise<void>
  /** Reloads the data of this page. Quietly: without a loading message. False: it is not shown. */
  readonly reload: (options?: { readonly isQuiet?: boolean }) => Promise<boolean>
  /** Aborts the load of a page. */
  readonly cancel: () => void
  /** The address of the navigation in progress; undefined: none. */
  readonly ahead: () => Pick<PageAddress, 'path' | 'query'> | undefined
  /** The query with choices made while a page loads, so that they add up. */
  readonly query: () => URLSearchParams
}

/** Navigation in the browser. */
export type Moves = Pick<App, 'go' | 'reload' | 'cancel' | 'ahead'>

export type Measure = <T>(stage: 'render' | 'layout', work: () => T) => T

export interface AppParts {
  readonly site: SiteSettings
  readonly texts: MainTexts & MoreTexts
  readonly who: Who | null
  readonly operations: Client
  readonly shown: Shown
  readonly now: number
  readonly titleOf: (shown: Shown, texts: Texts) => string
  /** In the browser only. */
  readonly moves?: Moves
  readonly turns?: Turns
  readonly measure?: Measure | undefined
}

const runDirectly: Measure = (_, work) => work()

const noTurns: Turns = { add: (work) => work() }

const standing: Moves = {
  go: () => Promise.resolve(),
  reload: () => Promise.resolve(false),
  cancel: () => undefined,
  ahead: () => undefined,
}

export function createApp(parts: AppParts): App {
  const { site, texts, who, operations, shown, now, titleOf, moves = standing } = parts
  const { turns = noTurns, measure = runDirectly } = parts
  const shownNow = signal(shown)
  // A page brings its texts along before anything of it is shown.
  const loadedTexts = { ...texts } as Texts
  // A language that has them already keeps its own.
  const learn = (more: MoreTexts) => void Object.assign(loadedTexts, { ...more, ...texts })
  let linkBudget = createLinkBudget()
  shownNow.subscribe((value) => {
    // The texts of new data are drawn again.
    linkBudget = createLinkBudget()
    if (value.kind === 'page' && value.page.texts) learn(value.page.texts)
  })
  let current = who
  return {
    site,
    texts: loadedTexts,
    learn,
    moreStyles: createMoreStyles(),
    get who() {
      return current
    },
    operations,
    shown: shownNow,
    now: signal(now),
    isLive: signal(false),
    isServer: moves === standing,
    turns,
    hasZone: signal(false),
    waiting: signal<Waiting>('no'),
    notice: signal<Notice | undefined>(undefined),
    news: signal(noNews),
    unread: signal<number | undefined>(undefined),
    isLoggedOut: signal(false),
    isPrinting: signal(false),
    confirming: signal<Confirming>('no'),
    isHelpOpen: signal(false),
    isPaletteOpen: signal(false),
    keys: new Set(),
    trail: signal<ListContext | undefined>(undefined),
    marks: { current: undefined },
    arrival: { isAtTop: false },
    prefer: (changes) => {
      current = current && { ...current, preferences: { ...current.preferences, ...changes } }
    },
    countHeld: (held) => {
      current = current && { ...current, held }
    },
    title: computed(() => titleOf(shownNow.value, loadedTexts)),
    href: (path) => site.prefix + path,
    linkBudget: () => linkBudget,
    measure,
    query: () => {
      const [{ address }, next] = [shownNow.peek(), moves.ahead()]
      return next?.path === address.path ? next.query : address.query
    },
    ...moves,
  }
}

const AppContext = createContext<App | undefined>(undefined)
export const AppProvider = AppContext.Provider

/** @throws Error outside of a page */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('This component is used outside of a page.')
  return app
}
