// The requests to an intake.
import type { Answers, Element } from './questions.js'
import type { ReportTexts } from './texts.js'

export interface Report {
  readonly summary: string
  // Undefined ones are left out.
  readonly description: string | undefined
  readonly email: string | undefined
  readonly page: string | undefined
  readonly client: string | undefined
  readonly answers: Answers
  readonly files: readonly { readonly file_name: string; readonly content_type: string; readonly data: string }[]
}

/** A failure in words. */
export interface Failure {
  readonly failure: string
  /** The part of the report that it is about. */
  readonly field?: string | undefined
}

const timeout = 60_000

/** The largest report and the largest file of it, in KiB, and the questions. */
export interface Door {
  readonly max_kb: number
  readonly max_file_kb: number
  readonly form?: { readonly body: readonly Element[] } | null
}

/** The bug, if the user can see it. */
export interface Sent {
  readonly id?: number
}

export function readDoor(endpoint: string, texts: ReportTexts): Promise<Door | Failure> {
  return exchange(endpoint, {}, texts) as Promise<Door | Failure>
}

/** Sends a report. The same `key` again reports nothing twice. */
export function sendReport(endpoint: string, report: Report, key: string, texts: ReportTexts): Promise<Sent | Failure> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `"${key}"` }
  return exchange(endpoint, { method: 'POST', headers, body: JSON.stringify(report) }, texts)
}

interface Answer extends Partial<Door>, Sent {
  readonly held?: true
  readonly message?: string
  readonly field?: string
}

async function exchange(endpoint: string, init: RequestInit, texts: ReportTexts): Promise<Answer | Failure> {
  try {
    const response = await fetch(endpoint, { ...init, signal: AbortSignal.timeout(timeout) })
    const answer = parsed(await response.text())
    // Another server may have answered, such as the login page of a network.
    const isOurs = answer.max_kb || answer.id || answer.held
    return response.ok && isOurs ? answer : { failure: failureOf(response, answer, texts), field: answer.field }
  } catch (error) {
    return { failure: error instanceof TypeError ? await failureOfConnection(endpoint, texts) : texts.failed }
  }
}

/** Empty unless it is an object: errors of proxies are pages. */
function parsed(text: string): Answer {
  try {
    return Object(JSON.parse(text)) as Answer
  } catch {
    return {}
  }
}

function failureOf({ status, headers }: Response, { message }: Answer, texts: ReportTexts): string {
  if (status === 403) return texts.refused
  if (status === 404) return texts.closed
  if (status === 413) return texts.tooLarge
  if (status === 429) return texts.busy(Math.ceil(Number(headers.get('Retry-After')) / 60) || 1)
  return status < 500 && message ? message.slice(0, 500) : texts.failed
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
