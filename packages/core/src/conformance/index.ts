export { conformance } from './conformance.js'
export type { ConformanceOptions, Fixture, Host } from './suite.js'
