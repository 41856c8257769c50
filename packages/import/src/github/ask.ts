// Asks GitHub, page after page.
import type * as z from 'zod'
import { AskError } from '../http/ask-error.js'
import { withSlash } from '../passes/import-into.js'
import { createPatient, type PatientOptions } from '../http/patient.js'
import { readGithubAnswer } from './read-answer.js'

/** Repository and token. */
export interface GithubAskOptions extends Pick<PatientOptions, 'timeout' | 'signal' | 'pause'> {
  /** The repository, as `owner/name`. */
  readonly repo: string
  /** A token of an account with read access. Without one, GitHub permits 60 requests an hour, only for public data. */
  readonly token?: string | undefined
  /** Where the REST API is. Default: https://api.github.com/ */
  readonly apiUrl?: string | undefined
}

/** Asks one repository. */
export interface GithubAsker {
  /** The address of the repository, which names it as a source. */
  readonly url: string
  /** When GitHub answers, by its own clock. @throws AskError where there is no such repository */
  now(): Promise<Date>
  /** The things at a path below the repository, page after page. @throws AskError */
  pages<T extends z.ZodType>(
    path: string,
    thing: T,
    query?: Readonly<Record<string, string>>,
  ): AsyncGenerator<z.output<T>[]>
}

/** Most that GitHub gives at once. */
const perPage = '100'

export function createGithubAsker(options: GithubAskOptions): GithubAsker {
  const { repo, token, timeout, signal, pause } = options
  const api = withSlash(options.apiUrl ?? 'https://api.github.com/')
  const url = new URL(`repos/${repo}`, api)
  // One after the other, as GitHub asks for.
  const patient = createPatient({ concurrency: 1, rate: 10, timeout, secret: token, signal, pause })
  const headers = {
    Accept: 'application/vnd.github+json',
    'X-GitHub-Api-Version': '2022-11-28',
    'User-Agent': 'TrackerKit',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  }
  const get = async (address: URL) =>
    patient(async (ends) => {
      // The token must not reach another origin.
      const response = await fetch(address, { headers, signal: ends, redirect: 'manual' })
      const answer = await readGithubAnswer(response, address.pathname, { repo, hasToken: token !== undefined })
      return { answer, headers: response.headers }
    }, address.pathname)
  return {
    url: url.href.toLowerCase(),
    async now() {
      const time = Date.parse((await get(url)).headers.get('Date') ?? '')
      return Number.isNaN(time) ? new Date() : new Date(time)
    },
    async *pages(path, thing, query = {}) {
      let next: URL | undefined = new URL(`${url.href}/${path}`)
      next.search = String(new URLSearchParams({ ...query, per_page: perPage }))
      const read = new Set<string>()
      while (next) {
        if (read.has(next.href))
          throw new AskError('refused', `${next.pathname} continues at a page that was read before`)
        read.add(next.href)
        const { answer, headers: reply }: Awaited<ReturnType<typeof get>> = await get(next)
        const parsed = thing.array().safeParse(answer)
        if (!parsed.success) {
          const [issue] = parsed.error.issues
          throw new AskError(
            'broken',
            `${next.pathname} answers in another form: ${issue?.path.join('.')}: ${issue?.message}`,
          )
        }
        yield parsed.data
        next = nextPage(reply.get('Link'), next)
      }
    },
  }
}

/** @throws AskError for a page on another server, which would get the token */
function nextPage(link: string | null, page: URL): URL | undefined {
  const address = addressOfNext(link ?? '')
  if (address === undefined) return undefined
  const next = new URL(address, page)
  if (next.origin !== page.origin)
    throw new AskError('refused', `${page.pathname} continues on another server: ${next.origin}`)
  return next
}

/** The URL in `<URL>; rel="next"`, one of several separated by commas. */
function addressOfNext(link: string): string | undefined {
  for (const one of link.split('<').slice(1)) {
    const [address = '', about = ''] = one.split('>')
    if (/^\s*;/.test(about) && /\brel="?next/.test(about.split(',', 1).join(''))) return address
  }
  return undefined
}
