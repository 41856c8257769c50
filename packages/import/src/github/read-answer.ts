// Parses a response of GitHub, and classifies failures.
import { AskError } from '../http/ask-error.js'
import { Busy } from '../http/busy.js'
import { longestWait } from '../http/patient.js'
import { readJson } from '../http/read-json.js'

/** The caller, as far as failures depend on it. */
export interface Asking {
  readonly repo: string
  readonly hasToken: boolean
}

/** Seconds to wait if a rate limit comes without a time, as GitHub recommends. */
const usualWait = 60

/** The JSON of an answer. @throws AskError */
export async function readGithubAnswer(response: Response, where: string, asking: Asking): Promise<unknown> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new AskError('refused', `${asking.repo} was renamed or transferred: use its new name`, { status })
  }
  if (status === 502 || status === 503 || status === 504) {
    await response.body?.cancel()
    throw new Busy(`${where} answered ${status}`, status, headers.get('Retry-After'))
  }
  const answer = await readJson(response, where)
  if (response.ok) return answer
  const message = messageIn(answer)
  if (isLimited(response, message)) throw limitOf(response, asking)
  if (status >= 500) throw new AskError('broken', `${where} answered ${status}: ${message}`, { status })
  throw new AskError('refused', refusalOf(status, message, asking), { status })
}

function messageIn(answer: unknown): string {
  const { message } = (answer ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, 300) : 'it says no more'
}

function isLimited({ status, headers }: Response, message: string): boolean {
  if (status === 429) return true
  const tells = headers.has('Retry-After') || headers.get('X-RateLimit-Remaining') === '0'
  return status === 403 && (tells || /rate limit/i.test(message))
}

/** One that is over soon is waited for, another ends the import. */
function limitOf({ status, headers }: Response, { hasToken }: Asking): AskError {
  const after = headers.get('Retry-After')
  const reset = Number(headers.get('X-RateLimit-Reset'))
  if (after !== null || headers.get('X-RateLimit-Remaining') !== '0' || !Number.isFinite(reset) || reset <= 0)
    return new Busy(`GitHub's rate limit is used up`, status, after ?? String(usualWait))
  const wait = Math.max(1, Math.ceil(reset - Date.now() / 1000))
  if (wait * 1000 <= longestWait) return new Busy(`GitHub's rate limit is used up`, status, String(wait))
  const until = new Date(reset * 1000).toISOString()
  const advice = hasToken ? '' : ', or now with a token in GITHUB_TOKEN'
  return new AskError(
    'refused',
    `GitHub's rate limit is exhausted until ${until}; run the same command then to resume${advice}`,
    {
      status,
    },
  )
}

function refusalOf(status: number, message: string, { repo, hasToken }: Asking): string {
  if (status === 401) return 'GitHub does not accept the token in GITHUB_TOKEN'
  if (status === 404)
    return `there is no repository ${repo}${hasToken ? ', or the token may not read it' : '; one that is private needs a token in GITHUB_TOKEN'}`
  return `GitHub refuses: ${message}`
}
