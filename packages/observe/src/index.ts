// Metrics and traces of a tracker.
export { createMetrics, metricsOfWorkers, shareWithPrimary, type TrackerMetrics } from './metrics.js'
export { createTracing, type Tracing } from './tracing.js'
export { requestsTogether, together } from './together.js'
