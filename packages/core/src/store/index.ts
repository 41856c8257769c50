export type * from './types.js'
export type * from './schema-types.js'
export type * from './plain.js'
export { typed } from './plain.js'
// For the options of adapters.
export { kindOf } from '../kernel/error-text.js'
export { TrackerError } from '../kernel/errors.js'
export { refuseUnknownOptions, requireKind, type Optional, type OptionNames } from '../kernel/renamed-options.js'
export { StoreError, isStoreError, joinRefused, type StoreErrorCode } from './errors.js'
export { bool, bytes, defineSchema, entity, int, json, nullable, real, text, time, to } from './define.js'
export { constant, keptForConstants } from './constant.js'
export { fold } from './fold.js'
export { isDamage } from './is-damage.js'
export { createLruCache, type LruCache } from './lru-cache.js'
export { createMutex, type Mutex } from './mutex.js'
export { pageAfter, pagesOf, type PagesQuery } from './pages.js'
export { guarded } from './guard.js'
export {
  compareText,
  compareValues,
  evaluateCount,
  evaluateSelect,
  evaluateCountBy,
  matches,
  type PlainData,
} from './evaluate.js'
export { storable } from './fold.js'
export { requireDuration, requireFit, requireWhole } from './fit.js'
