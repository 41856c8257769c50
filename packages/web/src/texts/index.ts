// What pages say in a language of people.
import type { english } from './english/index.js'
import { mainTexts } from './english/main.js'

/** Everything that is said. */
export type Texts = typeof english
/** What is in the main script. */
export type MainTexts = typeof mainTexts
/** What pages, and parts that are loaded on demand, bring along: each what it says itself. */
export type MoreTexts = Partial<Omit<Texts, keyof MainTexts>>
export { mainTexts }
