// Looks after a store: what must hold in it, and mending what can be.
export { checkStore } from './check-store.js'
export { repairStore } from './repair-store.js'
export type { Problem, ReportProblem as Tell } from './problem.js'
