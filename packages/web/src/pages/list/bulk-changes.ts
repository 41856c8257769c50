// The changes to several bugs at once, and the updates that undo them.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { BugsUpdateAnswer, BugsUpdateInput } from '@trackerkit/client/types'
import { wayBack, type Metadata } from '../../fields/way-back.js'

/** The form as it is filled in. */
export interface BulkValues {
  /** By name; an empty text changes nothing. Members of lists have commas between them. */
  readonly fields: Readonly<Record<string, string>>
  readonly comment: string
  readonly isPrivate: boolean
}

export const noValues: BulkValues = { fields: {}, comment: '', isPrivate: false }

export type BulkChanges = Omit<BugsUpdateInput, 'ids'>

/** The fields that are lists, to which members are added, and those whose members are replaced. */
export interface ListFields {
  readonly added: readonly string[]
  readonly replaced: readonly string[]
}

export function listFieldsOf(fields: readonly FieldOfMetadata[]): ListFields {
  const lists = fields.filter(
    ({ control }) => control !== null && ['people', 'names', 'bugs', 'urls'].includes(control),
  )
  const namesOf = (isCustom: boolean) =>
    lists.filter(({ is_custom }) => is_custom === isCustom).flatMap(({ name_in_bugs }) => name_in_bugs ?? [])
  return { added: namesOf(false), replaced: namesOf(true) }
}

/** The input of Update Bug. */
export function changesOf({ fields, comment, isPrivate }: BulkValues, lists: ListFields): BulkChanges {
  const changes = Object.entries(fields).flatMap(([field, value]): [string, unknown][] => {
    if (value === '') return []
    const isAdded = lists.added.includes(field)
    if (!isAdded && !lists.replaced.includes(field)) return [[field, value]]
    const members = membersOf(value)
    return members.length === 0 ? [] : [[field, isAdded ? { add: members } : members]]
  })
  return {
    ...(Object.fromEntries(changes) as BulkChanges),
    ...(comment.trim() !== '' && { comment: { body: comment, ...(isPrivate && { is_private: true }) } }),
  }
}

function membersOf(text: string): string[] {
  return text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')
}

/** An update that restores bugs. */
export type BulkWay = BulkChanges & { readonly ids: readonly number[] }

type Changed = BugsUpdateAnswer['bugs'][number]

/**
 * The updates that restore the values before, one for all bugs with the same ones. Each is rejected if such a bug has changed since.
 * Undefined if one of them has no way back.
 */
export function reverseOfBulk(
  changes: BulkChanges,
  bugs: readonly Changed[],
  metadata: Metadata,
): BulkWay[] | undefined {
  const ways = new Map<string, BulkWay>()
  for (const { id, last_change_time, changes: reported } of bugs) {
    const rest = wayBack(changes, reported, metadata)
    const requested = backOf(changes, reported)
    if (!rest || !requested) return undefined
    const back = { ...requested, ...rest }
    if (Object.keys(back).length === 0) continue
    const key = JSON.stringify([last_change_time, back])
    const same = ways.get(key)
    ways.set(key, { ids: [...(same?.ids ?? []), id], expected_last_change_time: last_change_time, ...back })
  }
  return [...ways.values()]
}

/** The requested values of a bug to restore. Undefined if one cannot be: of lists that were replaced only the differences are known. */
function backOf(changes: BulkChanges, reported: Changed['changes']): BulkChanges | undefined {
  const back: Record<string, unknown> = {}
  // A status that opens a bug clears its resolution, which comes back with the closed status.
  for (const field of new Set([...Object.keys(changes), ...('status' in changes ? ['resolution'] : [])])) {
    const change = reported[field]
    if (!change) continue
    const value: unknown = (changes as Readonly<Record<string, unknown>>)[field]
    if (Array.isArray(value) || change.removed === 'DUPLICATE') return undefined
    if (typeof value === 'object') {
      if (change.added !== '') back[field] = { remove: change.added.split(', ') }
    } else if (field !== 'resolution' || change.removed !== '') back[field] = change.removed
  }
  return back as BulkChanges
}
