// Attributes blocks of the event loop to stages of operations.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Block } from '@trackerkit/core/host'
import { Counter, Gauge, type Registry } from 'prom-client'

/** In seconds. A delay that exceeds every stage by this much has another cause. */
const unexplained = 0.1

/** Time that no stage explains. */
const unknown = { operation: 'unknown', stage: 'unknown' }

/** Adds metrics of event-loop blocks, and returns the function that counts them. */
export function countBlocks(registry: Registry): (block: Block) => void {
  const longest = new Map<string, Block>()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const gauge: Gauge = new Gauge({
    name: 'trackerkit_longest_block_seconds',
    help: 'The longest that a stage of an operation or page kept the event loop, if for more than 0.1, since it was asked last.',
    labelNames: ['operation', 'stage'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      gauge.reset()
      let known = 0
      for (const { operation, stage, milliseconds } of longest.values()) {
        gauge.set({ operation, stage }, milliseconds / 1000)
        known = Math.max(known, milliseconds / 1000)
      }
      longest.clear()
      const seconds = delay.max / 1e9
      delay.reset()
      if (seconds - known <= unexplained) return
      gauge.set(unknown, seconds)
      total.inc(unknown)
    },
  })
  const total = new Counter({
    name: 'trackerkit_blocks_total',
    help: 'How often a stage of an operation or page kept the event loop for more than 0.1 seconds.',
    labelNames: ['operation', 'stage'],
    registers: [registry],
  })
  return (block) => {
    const { operation, stage, milliseconds } = block
    total.inc({ operation, stage })
    const key = `${operation} ${stage}`
    if (milliseconds > (longest.get(key)?.milliseconds ?? 0)) longest.set(key, block)
  }
}
