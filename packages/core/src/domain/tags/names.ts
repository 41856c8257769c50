// Personal tags: their names, and removal when no bug has them.
import { TrackerError } from '../../kernel/errors.js'
import { fits, line } from '../../call/define/inputs.js'
import { fold } from '../../store/index.js'
import type { Writer } from '../../schema/index.js'

/** Characters. */
const maxNameLength = 64

/** As it is kept: in lower case, on one line. */
export function tagName(given: string): string {
  return line.parse(given).toLowerCase()
}

/** The names, each once. @throws object_not_specified for a blank one, tag_name_too_long */
export function requireTagNames(given: readonly string[], field: string): string[] {
  const names = new Map<string, string>()
  for (const value of given) {
    const name = tagName(value)
    if (name === '') throw new TrackerError('object_not_specified', { field, value })
    if (!fits(name, maxNameLength)) throw new TrackerError('tag_name_too_long', { field, value, limit: maxNameLength })
    names.set(fold(name), name)
  }
  return [...names.values()]
}

/** Deletes personal tags that no bug has any more. `ids`: removed tags. */
export async function forgetUnusedTags(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete('personal_tags', { and: [{ col: 'id', in: ids }, { not: { some: 'uses' } }] })
}
