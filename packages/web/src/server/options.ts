// The options of the host, and the settings that follow from them.
import { createSetupGate, type Setup, type SetupGate } from './setup-gate.js'
import { requireTheme, type Theme } from './theme.js'

/** A user whom the host has authenticated, as in @trackerkit/core: users without an account get one. */
export interface HostUser {
  readonly subject: string
  readonly issuer?: string | undefined
  readonly login: string
  readonly full_name?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly disabled?: string | undefined
}

/** A caller of the API, as @trackerkit/core accepts it; null for anonymous. */
export type Identity =
  | { readonly login: string }
  | { readonly user_id: number }
  | { readonly api_key: string }
  | { readonly token: string }
  | { readonly login: string; readonly password: string }
  | { readonly host: HostUser }
  | null

/** Context of a request that is not part of it. */
export interface WebContext {
  /** The address of the client. */
  readonly address?: string | undefined
  /** The other end of the connection, which may be a proxy: never from a header. */
  readonly peer?: string | undefined
  /** Receives the pattern of the address, such as `/bug/:id`, for metrics. */
  readonly onRoute?: ((route: string) => void) | undefined
  /** Is called where the API answers the request, so that it is not counted twice. */
  readonly onApi?: (() => void) | undefined
  /** Does work that keeps the event loop, and measures it. Default: does it. */
  readonly measure?: (<T>(stage: 'render' | 'layout', work: () => T) => T) | undefined
  /** The trace for requests to the API. Default: from the headers of this request. */
  readonly passedOn?: TraceHeaders | undefined
}

/** Headers of the trace of a request. @see https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}

/** The REST API as a function, made by `createRestHandler` of @trackerkit/rest. */
export type Rest = (
  request: Request,
  context?: WebContext & { readonly identity?: Identity | undefined; readonly hasPages?: boolean | undefined },
) => Promise<Response>

/**
 * Identifies the user of a request from the host's session: the same function as the REST handler's `identify`. `null`
 * and `undefined` both mean logged out: pages accept no API keys. If it throws, the response is a 500 and the error is
 * logged; the request never counts as logged out.
 */
export type Identify = (request: Request, context: WebContext) => Promise<Identity | undefined> | Identity | undefined

/** A link at the foot of every page. */
export interface FooterLink {
  readonly text: string
  readonly href: string
}

/** Options of `createWebHandler`. */
export interface WebOptions {
  /** The handler of the REST API. Pages read and write only through it. */
  readonly rest: Rest
  /** The path below which the pages are, such as `/tracker`. Default: ''. */
  readonly prefix?: string | undefined
  /** The root path of `rest`. Default: the prefix and `/rest`. */
  readonly restPath?: string | undefined
  /** Where people see the pages: `https://bugs.example.com`. Others are answered 421. Default: wherever a request was sent to. */
  readonly origin?: string | readonly string[] | undefined
  /** Identifies users by the session of the host. Default: users log in here. */
  readonly identify?: Identify | undefined
  /**
   * Login page, which returns to an address afterwards. Only with `identify`. Default: the address itself,
   * requested again, for when something in front of the pages requires a login.
   */
  readonly loginUrl?: ((returnTo: string) => string) | undefined
  /** Where people log out. With `identify` only; without it there is no such item in the menu. */
  readonly logoutUrl?: string | undefined
  /** The name in the header and in titles. Default: TrackerKit. */
  readonly title?: string | undefined
  readonly theme?: Theme | undefined
  /** The accounts that pages of a demo offer to every visitor, by name. Omit them for a tracker in use. */
  readonly demo?: readonly { readonly login: string; readonly password: string; readonly name: string }[] | undefined
  /** Links at the foot of each page. */
  readonly links?: readonly FooterLink[] | undefined
  /** Where a commit is shown: `https://git.example.com/c/%s`. Then 7 to 40 hex digits after "commit" are links. */
  readonly commitUrl?: string | undefined
  /** While the tracker has no administrator, all pages redirect to the setup page. Not with `identify`. */
  readonly setup?: Setup | undefined
}

/** The validated options, with their defaults. */
export interface Site {
  readonly rest: Rest
  readonly prefix: string
  readonly restPath: string
  readonly origins: readonly URL[]
  readonly host?: { readonly identify: Identify; readonly loginUrl: WebOptions['loginUrl'] }
  readonly logoutUrl: string | undefined
  readonly title: string
  readonly theme: Theme
  readonly demo: WebOptions['demo']
  readonly links: readonly FooterLink[]
  readonly commitUrl: string | undefined
  readonly setup: SetupGate | undefined
}

const optionNames: { readonly [N in keyof WebOptions]-?: true } = {
  rest: true,
  prefix: true,
  restPath: true,
  origin: true,
  identify: true,
  loginUrl: true,
  logoutUrl: true,
  title: true,
  theme: true,
  demo: true,
  links: true,
  commitUrl: true,
  setup: true,
}

const themeNames: { readonly [N in keyof Theme]-?: true } = {
  accent: true,
  background: true,
  text: true,
  radius: true,
  font: true,
  logo: true,
  stylesheet: true,
}

/** @throws TypeError for options that cannot be meant */
export function siteOf(options: WebOptions): Site {
  requireNames(options, optionNames)
  requireTypes(options)
  const { rest, prefix = '', identify, loginUrl, origin = [], title = 'TrackerKit', theme = {}, links = [] } = options
  if (typeof rest !== 'function') throw new TypeError('rest must be a function from request to response')
  requirePrefix(prefix)
  if (identify && options.setup) throw new TypeError('setup cannot be used with identify')
  if (title.trim() === '' || title.length > 100) throw new TypeError('title must have 1 to 100 characters')
  requireNames(theme, themeNames, 'theme.')
  requireTheme(theme)
  for (const { href } of links) requireAddress('links', href)
  if (options.commitUrl !== undefined) requireCommitUrl(options.commitUrl)
  return {
    rest,
    prefix,
    restPath: options.restPath ?? `${prefix}/rest`,
    origins: [origin].flat().map(originOf),
    ...(identify && { host: { identify, loginUrl } }),
    logoutUrl: identify && options.logoutUrl,
    title,
    theme,
    demo: identify ? undefined : options.demo,
    links,
    commitUrl: options.commitUrl,
    setup: options.setup && createSetupGate(options.setup),
  }
}

/** Misspelled options would have no effect. */
function requireNames(options: object, names: object, group = ''): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const accepted = Object.keys(names).sort().join(', ')
  throw new TypeError(`${group}${unknown} is not an option of createWebHandler. Accepted: ${accepted}`)
}

function requireTypes(options: WebOptions): void {
  requireType('identify', options.identify, 'function')
  requireType('loginUrl', options.loginUrl, 'function')
  requireType('restPath', options.restPath, 'string')
  requireType('logoutUrl', options.logoutUrl, 'string')
  requireType('title', options.title, 'string')
  requireType('prefix', options.prefix, 'string')
  requireType('commitUrl', options.commitUrl, 'string')
  requireType('theme', options.theme, 'object')
  requireType('setup', options.setup, 'object')
  requireType('links', options.links, 'list')
  requireType('demo', options.demo, 'list')
  if (options.loginUrl && !options.identify) throw new TypeError('loginUrl cannot be used without identify')
}

function requireType(option: string, value: unknown, type: 'function' | 'string' | 'object' | 'list'): void {
  const given = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  if (value !== undefined && given !== type)
    throw new TypeError(`${option} must be ${type === 'object' ? 'an' : 'a'} ${type}, not ${given}`)
}

function requirePrefix(prefix: string): void {
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(prefix))
    throw new TypeError(
      `prefix '${prefix}' must be a path such as '/tracker': letters, digits, '.', '_', '~' and '-', without a slash at the end`,
    )
  const last = prefix.slice(prefix.lastIndexOf('/') + 1)
  if (last === '-' || last === 'rest' || /(^|\/)\.{1,2}(\/|$)/.test(prefix))
    throw new TypeError(`prefix '${prefix}' must not end with '-' or 'rest' or contain '.' or '..'`)
}

function originOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new TypeError(`origin must be an origin without a path, such as 'https://bugs.example.com', not '${text}'`)
  return url
}

function requireAddress(option: string, href: string): void {
  if (/^(https?:\/\/|mailto:|\/(?!\/))/.test(href)) return
  throw new TypeError(`${option} must be a path or a URL that begins with https://, http:// or mailto:, not '${href}'`)
}

function requireCommitUrl(url: string): void {
  if (!/^https?:\/\/.*%s/.test(url))
    throw new TypeError(`commitUrl must be a URL with %s, such as 'https://git.example.com/c/%s', not '${url}'`)
}
