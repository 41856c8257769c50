// Parses a response of a tracker, and classifies failures.
import { AskError } from '../http/ask-error.js'
import { Busy } from '../http/busy.js'
import { readJson } from '../http/read-json.js'

const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** Error numbers of trackers for internal errors. */
const isInternal = (code: number | undefined) => code !== undefined && (code === 32_000 || code >= 100_000)

/** The JSON of an answer. @throws AskError */
export async function readAnswer(response: Response, path: string): Promise<unknown> {
  const { status } = response
  const where = `/rest/${path}`
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new AskError('refused', `${where} redirects to ${withoutQuery(response.headers.get('Location'))}`, {
      status,
    })
  }
  if (busyStatuses.has(status)) {
    await response.body?.cancel()
    throw new Busy(`${where} answered ${status}`, status, response.headers.get('Retry-After'))
  }
  const answer = await readJson(response, where)
  const failure = errorIn(answer)
  if (failure && /rate.?limit/i.test(failure.message))
    throw new Busy(failure.message, status, response.headers.get('Retry-After'))
  if (failure && status < 500 && !isInternal(failure.code))
    throw new AskError('refused', failure.message, { status, code: failure.code })
  if (failure ?? status >= 400)
    throw new AskError('broken', `${where} answered ${status}${failure ? `: ${failure.message}` : ''}`, {
      status,
      code: failure?.code,
    })
  return answer
}

function withoutQuery(location: string | null): string {
  return (location ?? 'nowhere').split(/[?#]/, 1).join('')
}

function errorIn(answer: unknown): { readonly message: string; readonly code: number | undefined } | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer) || !answer.error) return undefined
  const { message, code } = answer as { readonly message?: unknown; readonly code?: unknown }
  const number = Number(code)
  return {
    message: typeof message === 'string' ? message : 'it says no more',
    code: Number.isFinite(number) ? number : undefined,
  }
}
