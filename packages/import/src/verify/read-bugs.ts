// Reads bugs with all their parts from a tracker.
import { hash } from 'node:crypto'
import type { Asker, Query } from '../bugzilla/ask.js'

/** A tracker that is asked. */
export type Side = Pick<Asker, 'get'>
/** A bug, comment, history entry or attachment, as a REST answer has it. */
export type Item = Readonly<Record<string, unknown>>

export interface WholeBug {
  readonly bug: Item
  readonly comments: readonly Item[]
  readonly history: readonly Item[]
  /** With `sha256` of their contents instead of these. */
  readonly attachments: readonly Item[]
}

/** Those of these bugs that the tracker has and shows, by number. */
export async function readBugs(side: Side, ids: readonly number[], only: Query = {}): Promise<Map<number, WholeBug>> {
  const bugs = itemsOf(await side.get('bug', { ...only, id: ids.join(','), limit: ids.length }), 'bugs')
  const found = bugs.map((bug) => Number(bug['id']))
  if (found.length === 0) return new Map()
  const parts = (name: string, query = {}) => side.get(`bug/${found[0]}/${name}`, { ids: found.slice(1), ...query })
  const comments = ofBugs(await parts('comment'))
  const histories = itemsOf(await parts('history'), 'bugs')
  const attachments = ofBugs(await parts('attachment', { exclude_fields: 'data' }))
  const whole = new Map<number, WholeBug>()
  for (const bug of bugs) {
    const id = Number(bug['id'])
    whole.set(id, {
      bug,
      comments: itemsOf(comments[id], 'comments'),
      history: itemsOf(
        histories.find((one) => Number(one['id']) === id),
        'history',
      ),
      attachments: await withHashes(side, listOf(attachments[id])),
    })
  }
  return whole
}

/** One content at a time: each may be as large as an attachment may be. */
async function withHashes(side: Side, attachments: readonly Item[]): Promise<Item[]> {
  const all: Item[] = []
  for (const attachment of attachments) {
    const id = Number(attachment['id'])
    const answer = (await side.get(`bug/attachment/${id}`, { include_fields: 'id,data' })) as Item
    const data = ((answer['attachments'] ?? {}) as Readonly<Record<string, Item>>)[id]?.['data']
    const content = Buffer.from(typeof data === 'string' ? data : '', 'base64')
    all.push({ ...attachment, sha256: hash('sha256', content, 'hex') })
  }
  return all
}

/** Entries of a response under `bugs`, by ID. */
function ofBugs(answer: unknown): Readonly<Record<string, unknown>> {
  const bugs = (answer as Item | undefined)?.['bugs']
  return typeof bugs === 'object' && bugs !== null ? (bugs as Item) : {}
}

/** The list that an answer has under a name; none where it has no list. */
export function itemsOf(answer: unknown, name: string): readonly Item[] {
  return listOf((answer as Item | undefined)?.[name])
}

function listOf(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : []
}
