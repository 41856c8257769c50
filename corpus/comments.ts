// Comments of one bug.
import type { NewRow } from '@trackerkit/core/schema'
import { fold } from '@trackerkit/core/store'
import { below, chance, logNormal, weighted } from './random.js'
import type { Workshop } from './workshop.js'

export interface Talk {
  readonly comments: readonly Omit<NewRow<'comments'>, 'bug_id'>[]
  /** Hours: what the comments say in all. */
  readonly actual_time: number
  /** When the last one was made. */
  readonly last: Date
}

interface Occasion {
  readonly creator_id: number
  /** Milliseconds: when the bug was filed, and how long it was talked of. */
  readonly created: number
  readonly life: number
  readonly count: number
  readonly dupe_of: number | null
}

/** Characters. */
const longest = 20_000

/** A discussion among a few people, lively at first. Some comments are private, some add hours worked. */
export function writeComments({ random, writer, setting, isBrief }: Workshop, occasion: Occasion): Talk {
  const { creator_id, created, life, count, dupe_of } = occasion
  const others = Array.from({ length: 1 + Math.ceil(Math.sqrt(count)) }, () => setting.people(random))
  const speakers = weighted([creator_id, ...others].map((person, n) => [person, 1 / (n + 1)]))
  let actual_time = 0
  const comments = Array.from({ length: count }, (_, n) => {
    const length = isBrief ? logNormal(random, 120, 0.6) : logNormal(random, n === 0 ? 350 : 160, 1)
    const text = writer.text(Math.min(longest, length))
    const work_time = chance(random, 0.03) ? (1 + below(random, 16)) / 4 : 0
    actual_time += work_time
    const isEnd = n > 0 && n === count - 1 && dupe_of !== null
    return {
      count: n,
      text,
      text_folded: fold(text),
      work_time,
      creator_id: n === 0 ? creator_id : speakers(random),
      creation_time: new Date(created + Math.floor(life * (n / count) ** 2)),
      is_private: n > 0 && chance(random, 0.03),
      is_markdown: false,
      type: isEnd ? 'duplicate_of' : 'normal',
      related_bug_id: isEnd ? dupe_of : null,
    }
  })
  return { comments, actual_time, last: comments.at(-1)?.creation_time ?? new Date(created) }
}
