// See-also links: which addresses are taken for bugs, and in which form each is kept. Pure.
import type { Catalogue } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import { patternsIn } from '../../../setup/parameters.js'
import { compilePattern } from '../../../kernel/pattern/compile.js'
import { bugIdInUrl, urlOfBug } from '../../../access/bug-url.js'

/**
 * Characters of an address, of its host with everything before it, and of its path. Parsing a host takes quadratic
 * time.
 */
const maxAddressLength = 2_000
const maxHostLength = 260
const maxPathLength = 255

/** A link as it was given: to a bug of this installation, by reference, or to another tracker, in the form that is kept. */
export type SeeAlsoLink = { readonly local: string } | { readonly url: string }

interface Shape {
  /** The hosts that run it and nothing else, with the hosts below them. */
  readonly hosts?: readonly string[]
  /** The form that is kept, or undefined when the address has not this shape. */
  readonly keep: (url: URL) => string | undefined
}

const launchpad: Shape = {
  hosts: ['launchpad.net'],
  keep: ({ hostname, pathname }) => {
    const id = /\/(?:\+bug|bugs)\/(\d+)$/.exec(pathname)?.[1]
    return id && isHost(hostname, 'launchpad.net') ? `https://launchpad.net/bugs/${id}` : undefined
  },
}

const googleCode: Shape = {
  hosts: ['code.google.com'],
  keep: ({ hostname, pathname, searchParams }) => {
    const project = /^\/p\/([^/]+)\/issues\/detail$/.exec(pathname)?.[1]
    const id = numberIn(searchParams, 'id')
    return project && id && hostname === 'code.google.com'
      ? `http://code.google.com/p/${project}/issues/detail?id=${id}`
      : undefined
  },
}

const debian: Shape = {
  hosts: ['bugs.debian.org'],
  keep: ({ hostname, pathname, searchParams }) => {
    const isReport = /^\/cgi-bin\/bugreport\.cgi$/.test(pathname)
    const id = isReport ? numberIn(searchParams, 'bug') : /^\/(\d+)$/.exec(pathname)?.[1]
    return id && hostname === 'bugs.debian.org' ? `http://bugs.debian.org/${id}` : undefined
  },
}

const sourceForge: Shape = {
  keep: (url) => {
    const isTracker = isHost(url.hostname, 'sourceforge.net') && /^\/tracker\/?$/.test(url.pathname)
    const hasIds = ['aid', 'group_id', 'atid'].every((key) => numberIn(url.searchParams, key) !== undefined)
    return isTracker && hasIds && url.searchParams.get('func') === 'detail' ? withoutFragment(url) : undefined
  },
}

const gitHub: Shape = {
  hosts: ['github.com'],
  keep: ({ hostname, pathname }) =>
    /^\/[^/]+\/[^/]+\/(?:issues|pull)\/\d+$/.test(pathname) && hostname === 'github.com'
      ? `https://github.com${pathname}`
      : undefined,
}

const chromium: Shape = {
  hosts: ['issues.chromium.org', 'crbug.com'],
  keep: ({ hostname, pathname }) => {
    const id = /^(?:\/issues)?\/(\d+)$/.exec(pathname)?.[1]
    const isHere = hostname === 'issues.chromium.org' || hostname === 'crbug.com'
    return id && isHere ? `https://${hostname}${pathname}` : undefined
  },
}

const formerChromium: Shape = {
  hosts: ['bugs.chromium.org'],
  keep: ({ hostname, pathname, searchParams }) => {
    const project = /^\/p\/([^/]+)\/issues\/detail$/.exec(pathname)?.[1]
    const id = numberIn(searchParams, 'id')
    return project && id && hostname === 'bugs.chromium.org'
      ? `https://bugs.chromium.org/p/${project}/issues/detail?id=${id}`
      : undefined
  },
}

const gitLab: Shape = {
  hosts: ['gitlab.com'],
  keep: (url) =>
    /^\/[^/]+\/.*\/-\/(?:issues|merge_requests|work_items)\/\d+$/.test(url.pathname) ? withoutQuery(url) : undefined,
}

/** Other trackers use the same paths, so the host decides. */
const forgejo: Shape = {
  keep: (url) => {
    const isIssue = /^\/[^/]+\/[^/]+\/(?:issues|pulls)\/\d+$/.test(url.pathname)
    return isIssue && isForge(url.hostname) ? withoutQuery(url) : undefined
  },
}

const jira = onOwnHost((url) => (/\/browse\/[A-Z]{2,}-\d+$/.test(url.pathname) ? withoutQuery(url) : undefined))

const trac = onOwnHost((url) => (/\/ticket\/\d+$/.test(url.pathname) ? withoutQuery(url) : undefined))

const mantis = onOwnHost((url) =>
  /\/view\.php$/.test(url.pathname) && numberIn(url.searchParams, 'id') ? withoutFragment(url) : undefined,
)

/** Also below a folder. */
const redmine = onOwnHost((url) =>
  /^(?:\/(?!-\/)[^/]+)?\/issues\/\d+$/.test(url.pathname) ? withoutQuery(url) : undefined,
)

const phabricator = onOwnHost((url) => (/^\/T\d+$/.test(url.pathname) ? withoutQuery(url) : undefined))

/** In the order in which they are tried. */
const shapes: readonly Shape[] = [
  { keep: ofSameSoftware },
  launchpad,
  googleCode,
  debian,
  jira,
  trac,
  mantis,
  sourceForge,
  gitHub,
  chromium,
  formerChromium,
  gitLab,
  forgejo,
  redmine,
  phabricator,
]

/** Hosts with a known tracker: an address there that is no bug of it is none of another tracker either. */
const knownHosts = shapes.flatMap(({ hosts }) => hosts ?? [])

/** A self-hosted tracker, recognized by the path only. */
function onOwnHost(keep: Shape['keep']): Shape {
  const isKnown = ({ hostname }: URL) =>
    knownHosts.some((known) => isHost(hostname, known)) ||
    // Projects have subdomains with their own trackers.
    /^(?:www\.)?sourceforge\.net$/.test(hostname) ||
    isForge(hostname)
  return { keep: (url) => (isKnown(url) ? undefined : keep(url)) }
}

/**
 * Reads a link: one word is a bug of this installation by number or alias, everything else an address (http when no scheme
 * is given) of a bug in a known kind of tracker, or one that a pattern of the installation takes.
 * @throws bug_url_invalid, bug_url_too_long
 */
export function parseSeeAlso(given: string, catalogue: Pick<Catalogue, 'parameters'>, field: string): SeeAlsoLink {
  const text = given.trim()
  if (text.length > maxAddressLength)
    throw new TrackerError('bug_url_too_long', { field, value: text.slice(0, maxPathLength), limit: maxAddressLength })
  if (/^\w+$/.test(text)) return { local: text }
  const id = bugIdInUrl(catalogue, text)
  if (id !== undefined) return { local: String(id) }
  const url = parseAddress(text)
  if (!url) throw new TrackerError('bug_url_invalid', { field, value: text })
  if (url.pathname.length > maxPathLength)
    throw new TrackerError('bug_url_too_long', { field, value: text, limit: maxPathLength })
  const local = ofHere(url, urlOfBug(catalogue, 0))
  if (local !== undefined) return { local }
  for (const { keep } of shapes) {
    const kept = keep(url)
    if (kept !== undefined) return { url: kept }
  }
  const kept = withoutFragment(url)
  if (isOfOwnTracker(catalogue, kept)) return { url: kept }
  throw new TrackerError('bug_url_invalid', { field, value: text })
}

/** Returns whether parameters declare such URLs to be bugs. */
function isOfOwnTracker({ parameters }: Pick<Catalogue, 'parameters'>, url: string): boolean {
  const about = { ignoreCase: true, field: 'see_also_patterns' }
  return patternsIn(parameters.see_also_patterns).some((pattern) => compilePattern(`^(?:${pattern})$`, about).test(url))
}

function parseAddress(text: string): URL | undefined {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!/^https?:/i.test(address) || /\s/.test(address)) return undefined
  const host = address.slice(address.indexOf('//') + 2).split(/[/?#\\]/, 1)[0] ?? ''
  if (host.length > maxHostLength || !URL.canParse(address)) return undefined
  return new URL(address)
}

/** The bug of this installation in a URL; other query parameters are ignored. */
function ofHere(url: URL, example: string): string | undefined {
  if (!URL.canParse(example)) return undefined
  const { host, pathname } = new URL(example)
  return url.host === host && url.pathname === pathname ? numberIn(url.searchParams, 'id') : undefined
}

function ofSameSoftware(url: URL): string | undefined {
  const id = numberIn(url.searchParams, 'id')
  return id && url.pathname.endsWith('show_bug.cgi') ? `${url.origin}${url.pathname}?id=${id}` : undefined
}

function numberIn(parameters: URLSearchParams, name: string): string | undefined {
  return /^\d+$/.exec(parameters.get(name) ?? '')?.[0]
}

function isHost(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Recognizes hosts of Forgejo and Gitea by name. */
function isForge(hostname: string): boolean {
  return /^codeberg\.org$|(?:^|\.)(?:gitea|forgejo)\./.test(hostname)
}

function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}

function withoutFragment({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search}`
}
