// Checks of responses: forbidden statuses and content.
import type { Guess } from './guesses.js'
import type { HostileRequest } from './requests.js'
import type { Answer } from './send.js'
import type { Setting } from './setting.js'

/** The fault of a response; undefined when there is none. */
export function faultOf(setting: Setting, request: HostileRequest, answer: Answer): string | undefined {
  const { status, headers, text } = answer
  // Clients that send too much may be disconnected.
  if (status === 0 && request.path.length + (request.body?.length ?? 0) < 8_000) return 'closed without an answer'
  if (status >= 500 && (status !== 503 || headers['retry-after'] === undefined)) return `status ${status}`
  if (/node_modules|\/(src|dist)\/\S+\.[jt]s:\d+|SQLITE_|syntax error at/.test(text)) return 'insides of the program'
  const all = `${text}\n${JSON.stringify(headers)}`
  const sent = textOf(request)
  const secret = setting.secrets.find((one) => all.includes(one) && !sent.includes(one))
  if (secret !== undefined) return 'a password or an API key'
  const canary = setting.canaries.find(
    ({ word, readers }) => !readers.includes(request.caller.name) && all.includes(word) && !sent.includes(word),
  )
  return canary && `what ${request.caller.name} may not read: ${canary.place}`
}

/** The difference between the responses to a right guess and to a wrong one; undefined when there is none. */
export function differenceOf({ words, canary, requests }: Guess, right: Answer, wrong: Answer): string | undefined {
  // Too slow for the moment, whatever was guessed: the load of the machine decides that.
  if (right.status === 503 || wrong.status === 503) return undefined
  const [one, other] = [right, wrong].map(({ status, headers, text }, n) => {
    const { date: _date, etag: _etag, 'x-request-id': _id, ...rest } = headers
    const without = (all: string) => all.replaceAll(words[n] as string, '*')
    return {
      status,
      text: without(text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')),
      headers: without(JSON.stringify(rest)),
    }
  })
  for (const part of ['status', 'text', 'headers'] as const) {
    if (one?.[part] === other?.[part]) continue
    return `${part} tells ${requests[0].caller.name} of ${canary.place}: ${String(one?.[part]).slice(0, 300)} and ${String(other?.[part]).slice(0, 300)}`
  }
  return undefined
}

export function holdsSecret({ secrets }: Setting, line: string): boolean {
  return secrets.some((secret) => line.includes(secret))
}

/** The request without its headers. */
export function textOf({ path, body = '' }: HostileRequest): string {
  return `${decodeURIComponentSafely(path)}\n${body}`
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
