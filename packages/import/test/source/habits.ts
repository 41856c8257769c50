// Responses of other servers of the kind: rewritten properties, and failures.

/** Differences of a server from TrackerKit. All are off by default. */
export interface Habits {
  /** The version that it reports. */
  readonly version?: string
  /** It reads API keys only from the query. */
  readonly ignoresHeaders?: boolean
  /** It has only the routes, parameters and fields of answers of version 5.0. */
  readonly isOld?: boolean
  /** An answer holds no more bugs than these, and does not say that there are others. */
  readonly mostRows?: number
  /** Changes by one user within a second are one entry of the history, with one line for each field. */
  readonly mergesHistory?: boolean
  /** Numbers of custom fields and hours are texts; yes and no of attachments are numbers. */
  readonly writesNumbersAsTexts?: boolean
  /** Days in custom fields are times at midnight. */
  readonly writesDaysAsTimes?: boolean
  /** It has extra fields of bugs, and one alias, as text. */
  readonly isFork?: boolean
  /** Login names end at the @ for all callers. Otherwise, only for logged-out callers. */
  readonly cutsLogins?: boolean
  /** Bugs that every answer fails with that would hold them: with a page, or with an error that has the status of success. */
  readonly poisoned?: { readonly page?: readonly number[]; readonly json?: readonly number[] }
  /** How often what goes wrong, each from 0 to 1. */
  readonly trouble?: Trouble
}

/** Kinds of trouble, each with how often it comes. */
export interface Trouble {
  /** 429, with `Retry-After`. */
  readonly busy?: number
  /** 400 with an error that says that there were too many requests. */
  readonly limited?: number
  /** A page instead of JSON, with 502 or with the status of success. */
  readonly page?: number
  /** JSON that is cut off. */
  readonly cut?: number
  /** The connection is lost. */
  readonly lost?: number
  /** It takes its time. */
  readonly slow?: number
}

/** All that version 5.0 does, and everything that goes wrong. */
export const allHabits: Habits = {
  ...{ version: '5.0.6', ignoresHeaders: true, isOld: true, mostRows: 500, mergesHistory: true },
  ...{ writesNumbersAsTexts: true, writesDaysAsTimes: true, isFork: true },
  trouble: { busy: 0.01, limited: 0.01, page: 0.01, cut: 0.01, lost: 0.01, slow: 0.02 },
}

/** The request whose response is rewritten. */
export interface Asked {
  /** Below `/rest/`. */
  readonly path: string
  readonly isLoggedIn: boolean
}

type Item = Record<string, unknown>

/** True if the server supports the request. */
export function isKnown({ isOld }: Habits, path: string, query: URLSearchParams): boolean {
  if (!isOld) return true
  return oldRoutes.some((route) => route.test(path)) && !(path === 'group' && query.size === 0)
}

const oldRoutes = [
  /^bug$/,
  /^bug\/[^/]+$/,
  /^bug\/[^/]+\/(comment|history|attachment)$/,
  /^bug\/(comment|attachment)\/\d+$/,
  /^field\/bug(\/[^/]+(\/[^/]+)?(\/values)?)?$/,
  /^(version|extensions|timezone|time|parameters|last_audit_time)$/,
  /^classification\/[^/]+$/,
  /^flag_type\/[^/]+(\/[^/]+)?$/,
  /^group$/,
  /^product(_selectable|_enterable|_accessible)?$/,
  /^product\/[^/]+$/,
  /^(login|logout|valid_login)$/,
  /^user(\/[^/]+)?$/,
]

/** The answer as the server gives it. */
export function inItsWay(habits: Habits, asked: Asked, answer: unknown): unknown {
  if (!isItem(answer)) return answer
  const { path } = asked
  if (path === 'version' && habits.version !== undefined) return { version: habits.version }
  const told = habits.isOld ? plain(answer) : answer
  if (path === 'bug' || /^bug\/[^/]+$/.test(path))
    return mapped(told, 'bugs', (bug) =>
      forkOf(habits, withTimes(habits, textsOf(habits, bug, /^(cf_points|cf_ticket|.*_time)$/))),
    )
  if (path.endsWith('/history') && habits.mergesHistory)
    return mapped(told, 'bugs', (bug) => ({ ...bug, history: mergeEntries(bug['history'] as Entry[]) }))
  if (/attachment/.test(path)) return attachmentsOf(habits, told)
  if (path.startsWith('product') && habits.isOld) return mapped(told, 'products', withoutSortKeys)
  return told
}

/** Without what version 5.0 does not say: that an answer was cut. */
function plain({ limit: _limit, offset: _offset, total_matches: _total, next_cursor: _next, ...rest }: Item): Item {
  return rest
}

function mapped(answer: Item, key: string, change: (item: Item) => Item): Item {
  const items = answer[key]
  return Array.isArray(items) ? { ...answer, [key]: items.map((item) => change(item as Item)) } : answer
}

/** Numbers of fields as texts, where they are. Times, which are texts anyway, are among the names. */
function textsOf({ writesNumbersAsTexts }: Habits, item: Item, names: RegExp): Item {
  if (!writesNumbersAsTexts) return item
  const written = (name: string, value: unknown) => {
    if (typeof value !== 'number' || !names.test(name)) return value
    return name.endsWith('_time') ? value.toFixed(2) : String(value)
  }
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, written(name, value)]))
}

function withTimes({ writesDaysAsTimes }: Habits, bug: Item): Item {
  const { cf_day: day } = bug
  return writesDaysAsTimes && typeof day === 'string' ? { ...bug, cf_day: `${day}T00:00:00Z` } : bug
}

function forkOf({ isFork }: Habits, bug: Item): Item {
  if (!isFork || typeof bug['id'] !== 'number' || bug['summary'] === undefined) return bug
  const { id, alias, creator } = bug
  const [first = null, ...others] = alias as string[]
  const links = { regressed_by: id % 3 === 0 ? [id - 1] : [], regressions: [], duplicates: [] }
  const people = { mentors: id % 4 === 0 ? [creator] : [], mentors_detail: [], triage_owner: creator }
  return {
    ...bug,
    // It allows no second one.
    alias: others.length === 0 ? first : alias,
    type: id % 2 === 0 ? 'defect' : 'task',
    ...links,
    ...people,
    votes: id % 7,
    comment_count: 1,
  }
}

function withoutSortKeys(product: Item): Item {
  const zero = (items: unknown) =>
    Array.isArray(items) ? items.map((item: Item) => ({ ...item, sort_key: 0 })) : items
  return { ...product, components: zero(product['components']), versions: zero(product['versions']) }
}

function attachmentsOf(habits: Habits, answer: Item): Item {
  if (!habits.writesNumbersAsTexts) return answer
  const asNumbers = (one: Item) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
    )
  const all = (of: unknown, change: (value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(isItem(of) ? of : {}).map(([key, value]) => [key, change(value)]))
  return {
    bugs: all(answer['bugs'], (list) => (list as Item[]).map(asNumbers)),
    attachments: all(answer['attachments'], (one) => asNumbers(one as Item)),
  }
}

interface Entry {
  readonly when: string
  readonly who: string
  readonly changes: readonly Change[]
}

interface Change {
  readonly field_name: string
  readonly removed: string
  readonly added: string
  readonly attachment_id?: number
}

/** Neighbours of one second and person together, and in them what is of one field. */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.when} ${entry.who}`
    merged.set(key, { ...entry, changes: mergeChanges([...(merged.get(key)?.changes ?? []), ...entry.changes]) })
  }
  return [...merged.values()]
}

function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const { field_name, removed, added, attachment_id } of changes) {
    const key = `${field_name} ${attachment_id}`
    const before = merged.get(key)
    const join = (one: string | undefined, other: string) => [one, other].filter((text) => text).join(', ')
    const both = { field_name, removed: join(before?.removed, removed), added: join(before?.added, added) }
    merged.set(key, { ...both, ...(attachment_id !== undefined && { attachment_id }) })
  }
  return [...merged.values()]
}

/** With all of these login names cut off at the @, wherever they are a text or in a list of one. */
export function cutLogins(answer: unknown, logins: ReadonlySet<string>): unknown {
  if (typeof answer === 'string') {
    const cut = (text: string) => (logins.has(text) ? text.slice(0, text.indexOf('@')) : text)
    return answer.includes('@') ? answer.split(', ').map(cut).join(', ') : answer
  }
  if (Array.isArray(answer)) return answer.map((one) => cutLogins(one, logins))
  if (!isItem(answer)) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, cutLogins(value, logins)]))
}

/** The numbers of the bugs that an answer holds. */
export function bugsIn({ path }: Asked, answer: unknown): number[] {
  if (!isItem(answer) || !path.startsWith('bug')) return []
  const { bugs } = answer
  if (Array.isArray(bugs)) return bugs.map((bug: Item) => Number(bug['id']))
  return Object.keys(isItem(bugs) ? bugs : {}).map(Number)
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
