// Loads the parts of trackers that few calls need, such as those that receive email.
import { lazyPart } from '../kernel/lazy-part.js'
import type * as occasional from './occasional.js'

export type Occasional = typeof occasional

export const { load: loadOccasional } = lazyPart<Occasional>(() => import('./occasional.js'))
