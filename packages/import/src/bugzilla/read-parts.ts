// Comments, history and attachments of some bugs.
import {
  attachmentsAnswer,
  commentsAnswer,
  historyAnswer,
  type AttachmentAnswer,
  type BugAnswer,
  type CommentAnswer,
  type HistoryAnswer,
} from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import type { WholeBug } from './bug-record.js'
import { inHalves } from './in-halves.js'
import { readAs } from './read-as.js'

type Part<T> = readonly (readonly [id: number, part: T])[]
type Read<T> = (ids: readonly number[]) => Promise<Part<T>>

/** Reports bugs that could not be read completely. */
export type GiveUp = (id: number, error: AskError) => void

/** Reads parts of bugs, of many in one request where the source can do that. */
export interface PartReader {
  read(bugs: readonly BugAnswer[], giveUp: GiveUp): Promise<WholeBug[]>
}

export function createPartReader(asker: Asker): PartReader {
  const comments = createReader<readonly CommentAnswer[]>(async (ids, first) => {
    const path = `bug/${first}/comment`
    const { bugs } = readAs(commentsAnswer, await asker.get(path, { ids }, patienceFor(ids)), path)
    return Object.entries(bugs).map(([id, part]) => [Number(id), part.comments])
  })
  const history = createReader<HistoryAnswer>(async (ids, first) => {
    const path = `bug/${first}/history`
    const { bugs } = readAs(historyAnswer, await asker.get(path, { ids }, patienceFor(ids)), path)
    return bugs.map((bug) => [bug.id, bug.history])
  })
  const attachments = createReader<readonly AttachmentAnswer[]>(async (ids, first) => {
    const path = `bug/${first}/attachment`
    const answer = await asker.get(path, { ids, exclude_fields: 'data' }, patienceFor(ids))
    return Object.entries(readAs(attachmentsAnswer, answer, path).bugs).map(([id, part]) => [Number(id), part])
  })
  return {
    async read(bugs, giveUp) {
      const failed = new Set<number>()
      const fail: GiveUp = (id, error) => {
        if (!failed.has(id)) giveUp(id, error)
        failed.add(id)
      }
      const ids = bugs.map(({ id }) => id)
      const [said, changed, attached] = await Promise.all([
        comments(ids, fail),
        history(ids, fail),
        attachments(ids, fail),
      ])
      return bugs
        .filter(({ id }) => !failed.has(id))
        .map((bug) => ({
          bug,
          comments: (said.get(bug.id) ?? []).toSorted((a, b) => a.id - b.id),
          history: changed.get(bug.id) ?? [],
          attachments: attached.get(bug.id) ?? [],
        }))
    },
  }
}

function patienceFor(ids: readonly number[]): { attempts: number } {
  return { attempts: ids.length > 0 ? 2 : 3 }
}

/** The first bug goes in the path and the others in parameters; old sources return only the first. */
function createReader<T>(ask: (others: readonly number[], first: number) => Promise<Part<T>>) {
  let isTogether = true
  const together: Read<T> = async ([first = 0, ...others]) => ask(others, first)
  return async (ids: readonly number[], giveUp: GiveUp): Promise<Map<number, T>> => {
    const parts = new Map<number, T>()
    const add = (all: Part<T>) => {
      for (const [id, part] of all) parts.set(id, part)
    }
    const failed = new Set<number>()
    const fail: GiveUp = (id, error) => {
      failed.add(id)
      giveUp(id, error)
    }
    if (isTogether) add(await inHalves(ids, together, fail))
    const missing = ids.filter((id) => !parts.has(id) && !failed.has(id))
    if (missing.length > 0 && missing.length >= ids.length - 1 && ids.length > 1) isTogether = false
    await Promise.all(missing.map(async (id) => add(await inHalves([id], together, fail))))
    const silent = new AskError('broken', 'it is not among what is answered')
    for (const id of missing) if (!parts.has(id) && !failed.has(id)) fail(id, silent)
    return parts
  }
}
