import { typedBugs } from '../parts/bug-options.js'
import type { Option } from '../parts/option.js'

/** A typed number or alias, where only one is accepted. */
export function typedBug(text: string, isSearched: boolean): Option | undefined {
  const typed = typedBugs(text, isSearched)
  return typed?.value.includes(',') ? undefined : typed
}
