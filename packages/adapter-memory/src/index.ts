export { memoryStore, type MemoryStore, type MemoryStoreOptions } from './memory-store.js'
export type { MemorySnapshot } from './snapshot.js'
