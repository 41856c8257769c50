// What is to be changed in several bugs at once, and what takes it back.
import type { BugsUpdateAnswer, BugsUpdateInput } from '@trackerkit/client/types'

/** What is filled in; empty: no change. */
export interface BulkValues {
  readonly status: string
  readonly resolution: string
  readonly priority: string
  readonly severity: string
  readonly product: string
  readonly component: string
  readonly target_milestone: string
  readonly assigned_to: string
  /** Login names and keywords with commas between them. */
  readonly cc: string
  readonly keywords: string
  readonly comment: string
  readonly isPrivate: boolean
}

export const noValues: BulkValues = {
  status: '',
  resolution: '',
  priority: '',
  severity: '',
  product: '',
  component: '',
  target_milestone: '',
  assigned_to: '',
  cc: '',
  keywords: '',
  comment: '',
  isPrivate: false,
}

export type BulkChanges = Omit<BugsUpdateInput, 'ids'>

const plain = [
  'status',
  'resolution',
  'priority',
  'severity',
  'product',
  'component',
  'target_milestone',
  'assigned_to',
] as const

const lists = ['cc', 'keywords'] as const

/** What Update Bug is told of what is filled in. */
export function changesOf(values: BulkValues): BulkChanges {
  const chosen = plain.flatMap((field) => (values[field] === '' ? [] : [[field, values[field]] as const]))
  const added = lists.flatMap((field) => {
    const add = membersOf(values[field])
    return add.length === 0 ? [] : [[field, { add }] as const]
  })
  const { comment, isPrivate } = values
  return {
    ...(Object.fromEntries([...chosen, ...added]) as BulkChanges),
    ...(comment.trim() !== '' && { comment: { body: comment, ...(isPrivate && { is_private: true }) } }),
  }
}

function membersOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

type Changed = BugsUpdateAnswer['bugs'][number]

/**
 * The updates that bring back what was before, one for all bugs that go back to the same. Each is refused when somebody has changed
 * such a bug since. Undefined when there is no way back: comments stay, and a product takes more along than it tells.
 */
export function reverseOfBulk(changes: BulkChanges, bugs: readonly Changed[]): BugsUpdateInput[] | undefined {
  if ('comment' in changes || 'product' in changes) return undefined
  const ways = new Map<string, BugsUpdateInput>()
  for (const { id, last_change_time, changes: told } of bugs) {
    const back = backOf(changes, told)
    if (!back) return undefined
    if (Object.keys(back).length === 0) continue
    const key = JSON.stringify([last_change_time, back])
    const same = ways.get(key)
    ways.set(key, { ids: [...(same?.ids ?? []), id], expected_last_change_time: last_change_time, ...back })
  }
  return [...ways.values()]
}

interface ListChange {
  readonly remove: readonly string[]
}

/** What of a bug goes back; undefined when something cannot. */
function backOf(changes: BulkChanges, told: Changed['changes']): BulkChanges | undefined {
  const back: { [Field in (typeof plain)[number]]?: string } & { [Field in (typeof lists)[number]]?: ListChange } = {}
  for (const field of plain) {
    // A status takes the resolution along: from a closed one it goes, and comes with the way back.
    const isAsked = field in changes || (field === 'resolution' && 'status' in changes)
    const change = told[field]
    if (!isAsked || !change) continue
    if (field === 'resolution' && change.removed === '') continue
    if (change.removed === 'DUPLICATE') return undefined
    back[field] = change.removed
  }
  for (const field of lists) {
    const change = told[field]
    if (field in changes && change && change.added !== '') back[field] = { remove: change.added.split(', ') }
  }
  return back
}
