export { conformance } from './conformance.js'
export type { ConformanceOptions, Fixture } from './suite.js'
