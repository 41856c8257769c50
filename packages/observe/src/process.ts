// The process itself: prom-client's own metrics of it have names that `promtool check metrics` objects to.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { Counter, Gauge, type Registry } from 'prom-client'

const billion = 1e9

/** Adds metrics of the process: CPU, memory, and event-loop delay. */
export function addProcess(registry: Registry): void {
  const gauge = (name: string, help: string, aggregator: 'sum' | 'max' | 'min', read: () => number) => {
    const one: Gauge = new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect: () => one.set(read()),
    })
  }
  const began = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'When the process was started.', 'min', () => began)
  gauge('process_resident_memory_bytes', 'Memory of the process.', 'sum', () => process.memoryUsage.rss())
  gauge('nodejs_heap_used_bytes', 'Memory that objects use.', 'sum', () => process.memoryUsage().heapUsed)
  gauge('nodejs_active_resources', 'Active resources of the process: connections, timers, files.', 'sum', () => {
    return process.getActiveResourcesInfo().length
  })
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  gauge(
    'nodejs_event_loop_delay_p99_seconds',
    'How late the event loop was, 99 of 100 times, since it was asked last.',
    'max',
    () => {
      const p99 = delay.percentile(99) / billion
      delay.reset()
      return p99
    },
  )
  const seconds: Counter = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Seconds of the processor.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      seconds.reset()
      seconds.inc((user + system) / 1e6)
    },
  })
}
