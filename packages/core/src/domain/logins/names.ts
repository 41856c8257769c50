// Names as a provider has them, in a form that can be stored.
import { line } from '../../call/define/inputs.js'

const maxName = 255

/** Cut to the length that is kept; undefined for a name that is missing or too long to look at. */
export function storedName(name: string | undefined): string | undefined {
  const { data } = line.safeParse(name)
  return data === undefined ? undefined : Array.from(data).slice(0, maxName).join('')
}
