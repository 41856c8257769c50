// What an answer of a tracker says, and what kind of failure it is where it says nothing.
import { AskError } from './ask-error.js'

/** Bytes of an answer that are read: contents of attachments are the largest. */
const largestAnswer = 64_000_000

const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** How trackers number what their own code did wrong, and not who asked. */
const isInternal = (code: number | undefined) => code !== undefined && (code === 32_000 || code >= 100_000)

/** For when the source says itself to be asked again. */
class Busy extends AskError {
  constructor(
    message: string,
    status: number,
    readonly after: string | null,
  ) {
    super('throttled', message, { status })
  }
}

/** Milliseconds after which the source wants to be asked again, if it says so: seconds, or a time. */
export function retryAfter(error: AskError): number | undefined {
  if (!(error instanceof Busy) || error.after === null) return undefined
  if (/^\d+$/.test(error.after)) return Number(error.after) * 1000
  const time = Date.parse(error.after)
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now())
}

/** The JSON of an answer. @throws AskError */
export async function readAnswer(response: Response, path: string): Promise<unknown> {
  const { status } = response
  const where = `/rest/${path}`
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new AskError('refused', `${where} leads elsewhere: ${withoutQuery(response.headers.get('Location'))}`, {
      status,
    })
  }
  if (busyStatuses.has(status)) {
    await response.body?.cancel()
    throw new Busy(`${where} answered ${status}`, status, response.headers.get('Retry-After'))
  }
  const answer = parse(await readText(response, where), where, status)
  const told = errorIn(answer)
  if (told && /rate.?limit/i.test(told.message))
    throw new Busy(told.message, status, response.headers.get('Retry-After'))
  if (told && status < 500 && !isInternal(told.code))
    throw new AskError('refused', told.message, { status, code: told.code })
  if (told ?? status >= 400)
    throw new AskError('broken', `${where} answered ${status}${told ? `: ${told.message}` : ''}`, {
      status,
      code: told?.code,
    })
  return answer
}

function withoutQuery(location: string | null): string {
  return (location ?? 'nowhere').replace(/[?#].*$/, '')
}

async function readText(response: Response, where: string): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > largestAnswer) throw new AskError('broken', `${where} is larger than ${largestAnswer} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string, where: string, status: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const isPage = /^\s*</.test(text)
    throw new AskError(
      'broken',
      `${where} answered ${status} with ${isPage ? 'a page' : 'no JSON, or JSON that is cut off'}`,
      {
        status,
      },
    )
  }
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
