// Data of some bugs beside their discussion: aliases, attachments, flags and tags.
import type { NewRow } from '@trackerkit/core/schema'
import { fold } from '@trackerkit/core/store'
import { below, chance, logNormal, oneOf, weighted } from './random.js'
import type { OfBug, Workshop } from './workshop.js'

export interface Attachment {
  readonly row: OfBug<NewRow<'attachments'>>
  readonly data: Uint8Array
  readonly text_folded: string | null
  /** The comment of the bug that comes with it. */
  readonly comment: number
  readonly flags: readonly OfBug<NewRow<'flags'>>[]
}

export interface Extras {
  readonly aliases: readonly string[]
  readonly attachments: readonly Attachment[]
  readonly flags: readonly OfBug<NewRow<'flags'>>[]
  /** Ids of personal tags. */
  readonly tags: readonly number[]
  /** On which of the comments of the bug. */
  readonly commentTags: readonly { readonly comment: number; readonly tag: string }[]
}

type Comment = OfBug<NewRow<'comments'>>

/** Bytes. */
const largest = 200_000

const kinds = weighted([
  ['text/plain', 55],
  ['patch', 20],
  ['image/png', 20],
  ['application/zip', 5],
] as const)
const answers = weighted([
  ['?', 25],
  ['+', 55],
  ['-', 20],
] as const)
const commentTags = weighted([
  ['obsolete', 5],
  ['helpful', 3],
  ['spam', 2],
] as const)

export function makeExtras(workshop: Workshop, id: number, comments: readonly Comment[]): Extras {
  const { random, setting, isBrief } = workshop
  const attached = chance(random, isBrief ? 0.02 : 0.08) ? attachableComments(workshop, comments) : []
  const filed = comments[0]?.creation_time as Date
  const isAsked = chance(random, 0.03)
  return {
    aliases: chance(random, 0.02) ? [`${oneOf(random, ['tracker', 'release', 'meta'])}-${id}`] : [],
    attachments: attached.map((index) => attachmentOf(workshop, index, comments[index] as Comment)),
    flags: isAsked ? [flagOf(workshop, setting.flagTypes.bug, oneOf(random, ['?', '?', '+']), filed)] : [],
    tags: chance(random, 0.01) ? [setting.tags(random)] : [],
    commentTags: comments.flatMap(({ count }) =>
      chance(random, 0.01) ? [{ comment: count, tag: commentTags(random) }] : [],
    ),
  }
}

/** Some of the comments: what came with them are files. */
function attachableComments({ random }: Workshop, comments: readonly Comment[]): number[] {
  const usual = comments.filter(({ count, type }) => count > 0 && type === 'normal').map(({ count }) => count)
  if (usual.length === 0) return []
  return [...new Set(Array.from({ length: 1 + below(random, 3) }, () => oneOf(random, usual)))]
}

function attachmentOf(workshop: Workshop, comment: number, said: Comment): Attachment {
  const { random, writer, setting } = workshop
  const kind = kinds(random)
  const [is_patch, isText] = [kind === 'patch', kind === 'patch' || kind === 'text/plain']
  const size = Math.ceil(Math.min(largest, logNormal(random, 4_000, 1.2)))
  const text = isText ? writer.text(size) : ''
  const data = isText ? new TextEncoder().encode(text) : new Uint8Array(size).fill(below(random, 256))
  const name = writer.name().toLowerCase()
  const file_name = `${name}.${is_patch ? 'patch' : isText ? 'log' : kind === 'image/png' ? 'png' : 'zip'}`
  const summary = writer.line(30)
  const { creator_id, creation_time, is_private } = said
  const row = {
    creator_id,
    creation_time,
    last_change_time: creation_time,
    is_private,
    is_patch,
    file_name,
    file_name_folded: fold(file_name),
    summary,
    summary_folded: fold(summary),
    content_type: isText ? 'text/plain' : kind,
    size: data.byteLength,
    is_obsolete: chance(random, 0.1),
  }
  const flags = is_patch ? [flagOf(workshop, setting.flagTypes.attachment, answers(random), creation_time)] : []
  return { row, data, text_folded: isText ? fold(text) : null, comment, flags }
}

function flagOf({ random, setting }: Workshop, type_id: number, status: string, at: Date): OfBug<NewRow<'flags'>> {
  const requestee_id = status === '?' && chance(random, 0.7) ? setting.people(random) : null
  return {
    type_id,
    status,
    setter_id: setting.people(random),
    requestee_id,
    creation_date: at,
    modification_date: at,
  }
}
