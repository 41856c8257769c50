// The requests of pages. Those of the first view are answered from the data in the page; reads are repeated while the
// server is busy; when a session has ended, the user logs in again and the request is repeated.
import type { App } from '../state/app.js'
import type { DataBlock } from '../state/first-data.js'
import { changed, confirmed } from '../state/confirming.js'
import { dropStrictness, markAsFromPage, questionOf } from '../state/requests.js'
import { unpacked } from '../state/packed.js'
import { sleep } from './sleep.js'
import type { createWriteKeys } from './write-keys.js'

export interface PageFetch {
  readonly send: (request: Request) => Promise<Response>
  /** Forgets unused answers of the first view: by then they would be old. */
  readonly firstViewIsDone: () => void
}

/** Errors that are temporary. */
const passing: readonly number[] = [429, 502, 503, 504]

const longestPause = 60_000

/** Milliseconds until a server that sends nothing counts as one that cannot be reached. */
const longestSilence = 30_000

interface PageFetchParts {
  readonly appNow: () => App | undefined
  /** Called after writes, with the path below the API. */
  readonly written: (path: string, method: string) => void
}

export function createFetch(
  prefix: string,
  firstAnswers: DataBlock['answers'],
  { appNow, written }: PageFetchParts,
): PageFetch {
  const root = `${location.origin}${prefix}/-/rest`
  const unusedAnswers = new Map(Object.entries(firstAnswers))
  let onceOf: ReturnType<typeof createWriteKeys> | undefined

  /** Of a write that is done once. Without the script for it, a write is sent without a key. */
  async function keyFor(write: Request) {
    const app = appNow()
    if (!app?.who || !isWriteOfBugs(write, root)) return undefined
    onceOf ??= (await import('./write-keys.js').catch(() => undefined))?.createWriteKeys(root)
    return onceOf?.(app, write)
  }

  async function ask(request: Request): Promise<Response> {
    const isReading = isRead(request, root)
    for (let pause = 2000; ; pause = Math.min(2 * pause, longestPause)) {
      const response = await askOnce(request, isReading).catch((error: unknown) => {
        if (!isReading || request.signal.aborted || !appNow()) throw error
        return undefined
      })
      if (response?.ok && !isReading) written(request.url.slice(root.length), request.method)
      if (response && !(isReading && passing.includes(response.status) && appNow())) {
        setStuck(appNow(), false)
        return response
      }
      setStuck(appNow(), true)
      await sleep(waitOf(response) ?? pause, request.signal)
      request.signal.throwIfAborted()
    }
  }

  /** Repeats a request after a login or a confirmation, if it takes one. */
  async function askAgain(app: App, request: Request, sent: Response): Promise<Response> {
    // It may have waited for changes since the user logged in again, here or in another tab.
    const response = (await isSessionOver(sent, app)) ? await ask(request) : sent
    const isAllowed = (await isSessionOver(response, app))
      ? await loggedInAgain(app)
      : (await isUnconfirmed(response)) && (await confirmed(app))
    return isAllowed ? ask(request) : response
  }

  return {
    async send(request) {
      const question = unusedAnswers.size === 0 ? '' : await questionOf(request, root)
      const answer = unusedAnswers.get(question)
      if (answer) {
        unusedAnswers.delete(question)
        return responseOf(answer)
      }
      dropStrictness(request, root)
      markAsFromPage(request, appNow())
      const once = await keyFor(request)
      if (once) request.headers.set('Idempotency-Key', once.key)
      const sent = await ask(request)
      const app = appNow()
      const last = app?.who ? await askAgain(app, request, sent) : sent
      if (!passing.includes(last.status)) once?.answered()
      return last
    },
    firstViewIsDone: () => unusedAnswers.clear(),
  }
}

/** A response that is read at once: the body of another would be read in a later task, after the first paint. */
function responseOf([status, body]: DataBlock['answers'][string]): Response {
  const arrayBuffer = async () => new TextEncoder().encode(JSON.stringify(unpacked(body))).buffer
  return Object.assign(new Response(null, { status }), { arrayBuffer })
}

/** A search whose address would be too long is sent by POST. */
function isRead({ method, url }: Request, root: string): boolean {
  return method === 'GET' || (method === 'POST' && url === `${root}/bug/search`)
}

/** Other writes do the same when they are repeated, or return secrets. */
function isWriteOfBugs(request: Request, root: string): boolean {
  return !isRead(request, root) && /^\/bug(?!\/comment\/render$)(\/|$)/.test(request.url.slice(root.length))
}

/** Asks once, and waits for the whole response. */
async function askOnce(request: Request, isReading: boolean): Promise<Response> {
  const ending = new AbortController()
  const end = () => ending.abort(request.signal.reason)
  request.signal.addEventListener('abort', end)
  // Servers accept 1 KiB per second, so each byte may take a millisecond.
  const sending = isReading ? 0 : (await request.clone().blob()).size
  let timer = setTimeout(end, longestSilence + sending)
  try {
    request.signal.throwIfAborted()
    const response = await fetch(new Request(request.clone(), { signal: ending.signal }))
    const body = response.clone().body?.getReader()
    while (body && !(await body.read()).done) {
      clearTimeout(timer)
      timer = setTimeout(end, longestSilence)
    }
    return response
  } finally {
    clearTimeout(timer)
  }
}

function setStuck(app: App | undefined, isStuck: boolean): void {
  if (!app) return
  if (isStuck) app.waiting.value = 'stuck'
  else if (app.waiting.value === 'stuck') app.waiting.value = 'no'
}

/** The token is no longer valid, or the request needs a login. A disabled user is no longer viewed. */
async function isSessionOver(response: Response, { site }: App): Promise<boolean> {
  if (response.status !== 401) return false
  const name = await errorIn(response)
  return site.isActing || name === 'auth_invalid_token' || name === 'login_required'
}

async function isUnconfirmed(response: Response): Promise<boolean> {
  return response.status === 403 && (await errorIn(response)) === 'confirmation_required'
}

async function errorIn(response: Response): Promise<string | undefined> {
  const { name } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly name?: string }
  return name
}

/** Resolves when the login dialog is closed: the request is then worth another try. */
async function loggedInAgain({ isLoggedOut }: App): Promise<true> {
  isLoggedOut.value = true
  await changed(isLoggedOut, (isOut) => !isOut)
  return true
}

/** Seconds, or a time. */
function waitOf(response: Response | undefined): number | undefined {
  const header = response?.headers.get('retry-after')
  if (!header) return undefined
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestPause)
}
