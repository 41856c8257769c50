import { Gauge, type Registry } from 'prom-client'
import type { Tracker } from '@trackerkit/core'
import type { Figures } from '@trackerkit/core/host'

/** Milliseconds for which counts are reused: counting takes longer the more there is. */
const goodFor = 15_000

/** Adds counts of stored items and pending deliveries. They are omitted while the store is unavailable. */
export function addFigures(registry: Registry, tracker: Pick<Tracker, 'figures'>): void {
  const read = remembered(() => tracker.figures())

  function gauge(name: string, help: string, valuesOf: (figures: Figures) => Readonly<Record<string, number>>): void {
    const one: Gauge = new Gauge({
      name: `trackerkit_${name}`,
      help,
      labelNames: ['of'],
      // All processes on one store report the same values.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const figures = await read()
        one.reset()
        for (const [of, value] of Object.entries(figures ? valuesOf(figures) : {})) one.set({ of }, value)
      },
    })
  }

  gauge('objects', 'How many there are.', ({ bugs, comments, users }) => ({ bugs, comments, users }))
  gauge('queue_waiting', 'Messages and requests that wait to be sent.', (figures) => queues(figures, 'waiting'))
  gauge('queue_oldest_seconds', 'How long the oldest of them has waited.', (figures) => queues(figures, 'oldest'))
  gauge('queue_dead', 'Messages and requests that were given up.', (figures) => queues(figures, 'dead'))
}

function queues({ mail, webhooks }: Figures, what: keyof Figures['mail']) {
  return { mail: mail[what], webhooks: webhooks[what] }
}

function remembered(read: () => Promise<Figures>): () => Promise<Figures | undefined> {
  let last: { readonly at: number; readonly figures: Promise<Figures | undefined> } | undefined
  return () => {
    if (!last || performance.now() - last.at >= goodFor)
      last = { at: performance.now(), figures: read().catch(() => undefined) }
    return last.figures
  }
}
