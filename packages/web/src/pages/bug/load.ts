// Everything that the page of a bug shows.
import type { BugsViewAnswer, Client, ServerMetadataAnswer } from '@trackerkit/client'
import { missingBug } from '../missing-bug.js'
import { Moved, pathOf, type PageAddress } from '../page.js'

export interface BugData extends BugsViewAnswer {
  readonly metadata: ServerMetadataAnswer
  /** Real names by login name, of those who wrote or changed something; empty for those who are not logged in. */
  readonly names: ReadonlyMap<string, string>
}

export type BugAttachment = BugsViewAnswer['attachments'][number]

/** How many comments are shown at first, beside the description. */
const shownAtFirst = 50

/** @throws Missing; Moved from an alias to the number */
export async function loadBug(operations: Client, { params, query, hash, who }: PageAddress): Promise<BugData> {
  const name = params['id'] ?? ''
  const [view, metadata] = await Promise.all([
    loadView(operations, name, query.get('comments') === 'all' ? undefined : shownAtFirst, hash),
    operations.server.metadata(),
  ])
  const { id } = view.bug
  if (name !== String(id)) throw new Moved(pathOf('bug', id) + (query.size === 0 ? '' : `?${query}`) + hash)
  return { ...view, metadata, names: who ? await namesOf(operations, view) : new Map<string, string>() }
}

/** The last comments, or all where the fragment names an earlier one. @throws Missing */
async function loadView(
  operations: Client,
  id: string,
  comments: number | undefined,
  hash: string,
): Promise<BugsViewAnswer> {
  const asked = { id, ...(comments !== undefined && { comments }) }
  const view = await operations.bugs.view(asked).catch(missingBug(id))
  const [, wanted] = /^#c(\d{1,9})$/.exec(hash) ?? []
  const isCut = wanted !== undefined && view.comment_count > view.comments.length
  const isThere = view.comments.some(({ count }) => count === Number(wanted))
  return isCut && !isThere ? loadView(operations, id, undefined, '') : view
}

async function namesOf(operations: Client, view: BugsViewAnswer): Promise<Map<string, string>> {
  const { bug, comments, history, attachments } = view
  const known = [bug.creator_detail, bug.assigned_to_detail, bug.qa_contact_detail, ...bug.cc_detail]
  const names = new Map(known.flatMap((person) => (person ? [[person.name, person.real_name] as const] : [])))
  const logins = [...comments, ...attachments].map(({ creator }) => creator)
  const wanted = [...new Set([...logins, ...history.map(({ who }) => who)])]
    .filter((login) => !names.has(login))
    .slice(0, 200)
  if (wanted.length > 0) {
    const asked = { names: wanted, include_fields: ['name', 'real_name'], permissive: true } as const
    const { users } = await operations.users.get(asked)
    for (const { name, real_name } of users) names.set(name, real_name)
  }
  return names
}
