// Everything that the page of a bug shows.
import {
  isTrackerError,
  type Attachment,
  type Bug,
  type Client,
  type Comment,
  type Field,
  type HistoryEntry,
  type Product,
} from '@trackerkit/client'
import { Missing, Moved, pathOf, type PageAddress } from '../page.js'
import { attachmentFields } from '../../parts/attachment-fields.js'

export type BugAttachment = Omit<Attachment, 'data'>

/** A bug that this one names. */
export type RelatedBug = Pick<Bug, 'id' | 'summary' | 'status' | 'resolution' | 'is_open'>

export interface BugData {
  readonly bug: Bug
  readonly comments: readonly Comment[]
  readonly history: readonly HistoryEntry[]
  readonly attachments: readonly BugAttachment[]
  readonly related: ReadonlyMap<number, RelatedBug>
  /** Real names by login name, of those who wrote or changed something; empty for those who are not logged in. */
  readonly names: ReadonlyMap<string, string>
  readonly fields: readonly Field[]
  /** The product of the bug; undefined when it may not be seen by itself. */
  readonly product: Product | undefined
}

/** What the API answers when there is no such bug, or none that the caller may see. */
const missing = ['bug_id_does_not_exist', 'improper_bug_id_field_value'] as const

/** @throws Missing; Moved from an alias to the number */
export async function loadBug(operations: Client, { params, query, hash, who }: PageAddress): Promise<BugData> {
  const name = params['id'] ?? ''
  const bug = await findBug(operations, name)
  const own = pathOf('bug', bug.id)
  if (name !== String(bug.id)) throw new Moved(own + (query.size === 0 ? '' : `?${query}`) + hash)
  const ids = [bug.id]
  const [{ bugs: commented }, { bugs: histories }, { bugs: attached }, related, { fields }, { products }] =
    await Promise.all([
      operations.comments.get({ ids }),
      operations.bugs.history({ ids }),
      operations.attachments.get({ ids, include_fields: attachmentFields }),
      findRelated(operations, bug),
      operations.fields.get(),
      operations.products.get({ names: [bug.product] }),
    ])
  const comments = commented[bug.id]?.comments ?? []
  const history = histories[0]?.history ?? []
  const attachments = (attached[bug.id] ?? []) as BugAttachment[]
  const names = who ? await namesOf(operations, bug, comments, history, attachments) : new Map<string, string>()
  return { bug, comments, history, attachments, related, names, fields, product: products[0] }
}

async function findBug(operations: Client, name: string): Promise<Bug> {
  try {
    const { bugs } = await operations.bugs.get({ ids: [name] })
    const [bug] = bugs
    if (bug) return bug
  } catch (error) {
    if (!isTrackerError(error, ...missing)) throw error
  }
  throw new Missing('bug', name)
}

/** The bugs that a bug names, as far as they may be seen. */
async function findRelated(operations: Client, bug: Bug): Promise<ReadonlyMap<number, RelatedBug>> {
  const ids = [...bug.depends_on, ...bug.blocks, ...(bug.dupe_of === null ? [] : [bug.dupe_of])]
  if (ids.length === 0) return new Map()
  const include_fields = ['id', 'summary', 'status', 'resolution', 'is_open'] as const
  const { bugs } = await operations.bugs.search({ id: [...new Set(ids)].slice(0, 500), include_fields })
  return new Map(bugs.map((one) => [one.id, one]))
}

async function namesOf(
  operations: Client,
  bug: Bug,
  comments: readonly Comment[],
  history: readonly HistoryEntry[],
  attachments: readonly BugAttachment[],
): Promise<Map<string, string>> {
  const known = [bug.creator_detail, bug.assigned_to_detail, bug.qa_contact_detail, ...bug.cc_detail]
  const names = new Map(known.flatMap((person) => (person ? [[person.name, person.real_name] as const] : [])))
  const logins = [
    ...comments.map(({ creator }) => creator),
    ...history.map(({ who }) => who),
    ...attachments.map(({ creator }) => creator),
  ]
  const wanted = [...new Set(logins)].filter((login) => !names.has(login)).slice(0, 200)
  if (wanted.length > 0) {
    const { users } = await operations.users.get({
      names: wanted,
      include_fields: ['name', 'real_name'],
      permissive: true,
    })
    for (const { name, real_name } of users) names.set(name, real_name)
  }
  return names
}
