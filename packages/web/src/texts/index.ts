// Texts of the pages in one language.
import type { english } from './english/index.js'
import { mainTexts } from './english/main.js'

/** All texts. */
export type Texts = typeof english
/** The texts in the main script. */
export type MainTexts = typeof mainTexts
/** Texts of pages and parts that are loaded on demand. */
export type MoreTexts = Partial<Omit<Texts, keyof MainTexts>>
export { mainTexts }
