// Requests between the primary process and its workers, for health checks and metrics.
import cluster, { type Worker } from 'node:cluster'
import type { Health } from '@trackerkit/core'
import type { Metrics } from '@trackerkit/http-node'

type WorkerMessage =
  { readonly kind: 'ask-health'; readonly id: number } | { readonly kind: 'ask-metrics'; readonly id: number }
type Answered =
  | { readonly kind: 'health'; readonly id: number; readonly health: Health }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string | undefined }

/** Milliseconds until a process counts as not responding. */
const patience = 6000

/** Answers the primary how this worker is. */
export function reportHealth(health: () => Promise<Health>): void {
  process.on('message', ({ kind, id }: WorkerMessage) => {
    if (kind !== 'ask-health') return
    void health().then((reply) => process.send?.({ kind: 'health', id, health: reply } satisfies Answered))
  })
}

/** For the primary: whether one of the workers is well. */
export function createHealthOfWorkers(): () => Promise<Health> {
  const { wait, settle } = createQuestions<Health>()
  cluster.on('message', (_, answer: Answered) => {
    if (answer.kind === 'health') settle(answer.id, answer.health)
  })
  return async () => {
    const asked = connected().map((worker) =>
      wait((id) => void worker.send({ kind: 'ask-health', id } satisfies WorkerMessage)),
    )
    const replies = await Promise.all(asked)
    const fallback: Health = {
      isReady: false,
      problems: [{ check: 'store_read', message: 'No worker responded.' }],
    }
    const answered = replies.filter((one) => one !== undefined)
    const ready = answered.find(({ isReady }) => isReady)
    // One worker reads the mailbox.
    const mailbox = answered.flatMap(({ problems }) => problems).filter(({ check }) => check === 'mailbox')
    return ready ? { ...ready, problems: mailbox } : (answered[0] ?? fallback)
  }
}

/** For the primary: responds to workers that request the metrics of all of them. */
export function reportMetrics({ text }: Pick<Metrics, 'text'>): void {
  cluster.on('message', (worker: Worker, { kind, id }: WorkerMessage) => {
    if (kind !== 'ask-metrics') return
    const answer = (reply: string | undefined) =>
      worker.isConnected() && worker.send({ kind: 'metrics', id, text: reply } satisfies Answered)
    void text().then(answer, () => answer(undefined))
  })
}

/** For a worker: the metrics of all of them. */
export function createMetricsOfAll(): () => Promise<string> {
  const { wait, settle } = createQuestions<string | undefined>()
  process.on('message', (answer: Answered) => {
    if (answer.kind === 'metrics') settle(answer.id, answer.text)
  })
  return async () => {
    const text = await wait((id) => void process.send?.({ kind: 'ask-metrics', id } satisfies WorkerMessage))
    if (text === undefined) throw new Error('worker metrics unavailable')
    return text
  }
}

function connected(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker?.isConnected() === true)
}

/** Questions that wait for their answers; undefined for those that were not answered in time. */
function createQuestions<T>(): {
  readonly wait: (ask: (id: number) => void) => Promise<T | undefined>
  readonly settle: (id: number, answer: T | undefined) => void
} {
  const waiting = new Map<number, (answer: T | undefined) => void>()
  let last = 0
  const settle = (id: number, answer: T | undefined) => waiting.get(id)?.(answer)
  return {
    settle,
    wait(ask) {
      const id = ++last
      return new Promise((resolve) => {
        const late = setTimeout(() => settle(id, undefined), patience)
        waiting.set(id, (answer) => {
          clearTimeout(late)
          waiting.delete(id)
          resolve(answer)
        })
        ask(id)
      })
    },
  }
}
