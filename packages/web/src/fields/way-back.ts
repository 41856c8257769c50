// The way back from an update of a bug: whether there is one, and the consequences to undo.
import type { BugsUpdateAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { Change, Changes } from './merge.js'

/** The changes of a bug that the answer to an update reports. */
export type Reported = BugsUpdateAnswer['bugs'][number]['changes']

/** The workflow decides whether there is a way back. */
export type Metadata = Pick<ServerMetadataAnswer, 'fields'>

/** Comments and duplicate links leave traces, and changes of products and groups include more than is reported. */
const lasting = ['comment', 'comment_is_private', 'product', 'groups', 'dupe_of', 'work_time'] as const

/** These follow from the status and the resolution, and come back with them. */
const ofStatus: readonly string[] = ['resolution', 'dupe_of', 'is_confirmed']

/** Restores what followed from the changes without being requested. Undefined if the changes cannot be undone. */
export function wayBack(changes: object, reported: Reported, metadata: Metadata): Changes | undefined {
  if (lasting.some((field) => field in changes) || !leadsBack(reported, metadata)) return undefined
  const hasStatus = 'status' in changes || 'resolution' in changes
  const back: Record<string, Change> = {}
  for (const [field, { removed, added }] of Object.entries(reported)) {
    if (field in changes || (hasStatus && ofStatus.includes(field))) continue
    if (field === 'remaining_time' && mayHaveHours(reported, metadata)) back[field] = Number(removed)
    else if (field === 'cc') back[field] = { ...listed('add', removed), ...listed('remove', added) }
    else return undefined
  }
  return back
}

/** The workflow allows the status from before, and without a comment. */
function leadsBack({ status }: Reported, metadata: Metadata): boolean {
  if (!status) return true
  const next = statusNamed(metadata, status.added)?.can_change_to ?? []
  return next.some(({ name, comment_required }) => name === status.removed && !comment_required)
}

/** Closing a bug leaves no hours. */
function mayHaveHours({ status }: Reported, metadata: Metadata): boolean {
  return !status || statusNamed(metadata, status.removed)?.is_open === true
}

function statusNamed({ fields }: Metadata, status: string) {
  const statuses = fields.find(({ name_in_bugs }) => name_in_bugs === 'status')?.values
  return statuses?.find(({ name }) => name === status)
}

function listed(way: 'add' | 'remove', members: string) {
  return members !== '' && { [way]: members.split(', ') }
}
