// Drafts of forms, loaded when the page is live.
import { useOnDemand } from './on-demand.js'

export const loadDrafts = () => import('./drafts-on-demand.js')

/** Undefined until they are loaded. Their styles are in the first style sheet. */
export const useDrafts = () => useOnDemand(loadDrafts, true, undefined, false)
