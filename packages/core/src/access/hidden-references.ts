// Removes bugs that the caller cannot see from reported changes.
import type { Catalogue } from '../setup/catalogue.js'
import type { Call } from '../call/context.js'
import type { Reader } from '../schema/index.js'
import { fieldTypes } from '../setup/standard-fields.js'
import { bugIdInUrl } from './bug-url.js'
import { findVisibleIds } from './find-bugs.js'

/** A change as history keeps it: lists are joined by a comma and a blank. */
interface StoredChange {
  readonly field: string
  readonly removed: string
  readonly added: string
}

/** Returns the changes without bugs hidden from the caller; changes left empty are dropped. `known`: bugs already found visible. */
export async function withoutHiddenBugs<C extends StoredChange>(
  tx: Reader,
  call: Call,
  changes: readonly C[],
  known: ReadonlySet<number> = new Set(),
): Promise<C[]> {
  if (call.who.isSystem) return [...changes]
  const visible = await findVisibleIds(
    tx,
    call,
    mentionedBugs(call.catalogue, changes).filter((id) => !known.has(id)),
  )
  return changes.flatMap((change) => {
    const idIn = readerOf(call.catalogue, change.field)
    if (!idIn) return [change]
    const isShown = (item: string) => {
      const id = idIn(item)
      return id === undefined || known.has(id) || visible.has(id)
    }
    const [removed, added] = [change.removed, change.added].map((list) => itemsOf(list).filter(isShown).join(', '))
    return removed === '' && added === '' ? [] : [{ ...change, removed, added }]
  })
}

/** The bugs that changes name, whoever may see them. */
export function mentionedBugs(catalogue: Catalogue, changes: readonly StoredChange[]): number[] {
  return changes.flatMap(({ field, removed, added }) => {
    const idIn = readerOf(catalogue, field)
    return idIn ? [...itemsOf(removed), ...itemsOf(added)].flatMap((item) => idIn(item) ?? []) : []
  })
}

/** How to find the bug that one item of a field names; undefined for fields that name no bugs. */
function readerOf(catalogue: Catalogue, field: string): ((item: string) => number | undefined) | undefined {
  if (field === 'see_also') return (url) => bugIdInUrl(catalogue, url)
  const namesBugs = ['depends_on', 'blocks', 'dupe_of'].includes(field)
  return namesBugs || catalogue.fields.named(field)?.type === fieldTypes.bugId ? numberIn : undefined
}

function numberIn(item: string): number | undefined {
  return /^\d+$/.test(item) ? Number(item) : undefined
}

/** The items of a list as history keeps it. */
export function itemsOf(list: string): string[] {
  return list === '' ? [] : list.split(', ')
}
