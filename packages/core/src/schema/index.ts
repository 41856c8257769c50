export * from './schema.js'
export { migrations } from './migrations/index.js'
