// The requests to an intake.
import type { ReportTexts } from './texts.js'

export interface Report {
  readonly summary: string
  readonly description?: string
  readonly email?: string
  readonly page?: string
  readonly client?: string
  readonly files: readonly { readonly file_name: string; readonly content_type: string; readonly data: string }[]
}

/** A failure in words. */
export interface Failure {
  readonly failure: string
}

const timeout = 60_000

/** The largest report and the largest file of it, in KiB. */
export interface Limits {
  readonly maxKb: number
  readonly maxFileKb: number
}

export async function readLimits(endpoint: string, texts: ReportTexts): Promise<Limits | Failure> {
  const { failure, answer } = await exchange(endpoint, {}, texts)
  if (failure !== undefined) return { failure }
  const { max_kb: maxKb, max_file_kb: maxFileKb } = answer
  if (typeof maxKb !== 'number' || typeof maxFileKb !== 'number') return { failure: texts.failed }
  return { maxKb, maxFileKb }
}

/** Sends a report. The same `key` again reports nothing twice. Returns the bug if the user can see it. */
export async function sendReport(
  endpoint: string,
  report: Report,
  key: string,
  texts: ReportTexts,
): Promise<{ readonly id: number | undefined } | Failure> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `"${key}"` }
  const init = { method: 'POST', headers, body: JSON.stringify(report) }
  const { failure, answer } = await exchange(endpoint, init, texts)
  if (failure !== undefined) return { failure }
  if (typeof answer['id'] === 'number') return { id: answer['id'] }
  // Another server may have answered, such as the login page of a network.
  return answer['held'] === true ? { id: undefined } : { failure: texts.failed }
}

interface Exchanged {
  readonly failure?: string
  readonly answer: Readonly<Record<string, unknown>>
}

async function exchange(endpoint: string, init: RequestInit, texts: ReportTexts): Promise<Exchanged> {
  try {
    const response = await fetch(endpoint, { ...init, signal: AbortSignal.timeout(timeout) })
    const answer = parsed(await response.text())
    return response.ok ? { answer } : { answer, failure: failureOf(response, answer, texts) }
  } catch (error) {
    const failure = error instanceof TypeError ? await failureOfConnection(endpoint, texts) : texts.failed
    return { answer: {}, failure }
  }
}

/** Empty unless it is an object: errors of proxies are pages. */
function parsed(text: string): Exchanged['answer'] {
  try {
    return Object(JSON.parse(text)) as Exchanged['answer']
  } catch {
    return {}
  }
}

function failureOf({ status, headers }: Response, { message }: Exchanged['answer'], texts: ReportTexts): string {
  if (status === 403) return texts.refused
  if (status === 404) return texts.closed
  if (status === 413) return texts.tooLarge
  if (status === 429) return texts.busy(Math.max(1, Math.ceil(Number(headers.get('Retry-After')) / 60)))
  return status < 500 && typeof message === 'string' ? message.slice(0, 500) : texts.failed
}

/** Browsers report a refusal of the page's origin, and a closed intake, as if there were no connection. */
async function failureOfConnection(endpoint: string, texts: ReportTexts): Promise<string> {
  if (await isAnswered(endpoint, 'cors')) return texts.failed
  return (await isAnswered(endpoint, 'no-cors')) ? texts.refused : texts.offline
}

async function isAnswered(endpoint: string, mode: RequestMode): Promise<boolean> {
  try {
    await fetch(endpoint, { mode, signal: AbortSignal.timeout(timeout) })
    return true
  } catch {
    return false
  }
}
