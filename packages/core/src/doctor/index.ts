// Checks the consistency of a store, and repairs derived data.
export { checkStore } from './check-store.js'
export { repairStore } from './repair-store.js'
export type { Problem, ReportProblem as Tell } from './problem.js'
