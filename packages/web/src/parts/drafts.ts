// Drafts of forms, loaded when the page is live.
import { useOnDemand } from './on-demand.js'

const load = () => import('./drafts-on-demand.js')

/** Undefined until they are loaded. They have no styles of their own. */
export const useDrafts = () => useOnDemand(load, true, undefined, false)
