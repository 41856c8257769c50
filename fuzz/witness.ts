// Asks a server, and keeps what was wrong with its answers.
import { faultOf, textOf } from './checks.js'
import type { HostileRequest } from './requests.js'
import type { Answer } from './send.js'
import type { ServerProcess } from './server.js'
import type { Canary, Setting } from './setting.js'

/** How long something took, and during which requests. */
export interface Wait {
  readonly milliseconds: number
  readonly request: string
}

export const maxFindings = 20

export type Witness = ReturnType<typeof createWitness>

export function createWitness(
  server: ServerProcess,
  send: (request: HostileRequest) => Promise<Answer>,
  setting: Setting,
) {
  const findings: string[] = []
  /** How many answers had which status; 0: closed without one. */
  const statuses: Record<number, number> = {}
  /** The slowest answers. */
  const slowest: Wait[] = []
  /** How often words that were hidden were written, or are just being written, where others may read them. */
  const published = new Map<string, number>()
  const underway = new Set<HostileRequest>()
  let sent = 0

  const isPublished = ({ word }: Canary) => (published.get(word) ?? 0) > 0
  const count = (word: string, times: number) => published.set(word, (published.get(word) ?? 0) + times)

  function publishedBy(request: HostileRequest): string[] {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return []
    const text = textOf(request)
    return setting.canaries.map(({ word }) => word).filter((word) => text.includes(word))
  }

  /** @throws Error when the server is gone */
  async function ask(request: HostileRequest): Promise<Answer> {
    const words = publishedBy(request)
    for (const word of words) count(word, 1)
    underway.add(request)
    const answer = await send(request).finally(() => underway.delete(request))
    if (answer.status !== 200) for (const word of words) count(word, -1)
    sent++
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (!server.isRunning()) throw new Error(`the server ended during ${requestLine(request)}\n${server.lastOutput()}`)
    const hidden = { ...setting, canaries: setting.canaries.filter((canary) => !isPublished(canary)) }
    const fault = faultOf(hidden, request, answer)
    if (fault !== undefined) findings.push(`${fault}: ${requestLine(request)}\n    ${answer.text.slice(0, 300)}`)
    keepSlowest(slowest, { milliseconds: Math.round(answer.milliseconds), request: requestLine(request) })
    return answer
  }

  return {
    ask,
    findings,
    isPublished,
    statuses,
    slowest,
    underway: underway as ReadonlySet<HostileRequest>,
    sent: (): number => sent,
    isContent: (): boolean => findings.length < maxFindings,
  }
}

/** Keeps the five slowest. */
export function keepSlowest(slowest: Wait[], ...waits: readonly Wait[]): void {
  slowest.push(...waits)
  slowest.sort((one, other) => other.milliseconds - one.milliseconds)
  slowest.splice(5)
}

/** A request in one line. */
export function requestLine({ caller, method, path, body }: HostileRequest): string {
  return `${caller.name}: ${method} ${path.slice(0, 300)}${body === undefined ? '' : ` ${body.slice(0, 300)}`}`
}
