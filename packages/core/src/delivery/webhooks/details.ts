// Loads details for requests, as the owner of the webhook may see them: the current bug and the text of comments.
import type { Call } from '../../call/context.js'
import { urlOfBug } from '../../access/bug-url.js'
import { visibleAttachments, visibleBugs, visibleComments } from '../../access/visibility.js'
import type { Bug } from '../../domain/bugs/fields/bug.js'
import type { BugFieldName } from '../../domain/bugs/fields/index.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { selectComments, viewComments, type CommentView } from '../../domain/comments/view.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import { groupBy } from '../../kernel/collections.js'
import { createFieldFilter, type FieldFilter } from '../../kernel/field-filter.js'
import type { Reader, Row } from '../../schema/index.js'
import type { VisibleChange } from './visible-changes.js'

export interface Details {
  readonly bugs: ReadonlyMap<number, Bug>
  /** The same with all fields of Get Bug; like attachments, only for the format `bmo`. */
  readonly whole: ReadonlyMap<number, Bug>
  readonly attachments: ReadonlyMap<number, ToldAttachment>
  readonly comments: ReadonlyMap<number, CommentView>
  /** Of the attachments that changes are about. */
  readonly privateAttachments: ReadonlySet<number>
  readonly urlOf: (bugId: number) => string
}

/** The bug fields in request bodies of the format `standard`. */
export const payloadFields = [
  ...(['id', 'summary', 'product', 'component', 'status', 'resolution', 'priority', 'severity'] as const),
  ...(['assigned_to', 'keywords', 'whiteboard', 'last_change_time'] as const),
] satisfies readonly BugFieldName[]

const bugFields = createFieldFilter({ include_fields: payloadFields })
const commentFields = createFieldFilter({ include_fields: ['id', 'text', 'count', 'is_private', 'creation_time'] })

export type ToldAttachment = Pick<
  Row<'attachments'>,
  'id' | 'file_name' | 'summary' | 'content_type' | 'is_patch' | 'is_obsolete' | 'is_private' | 'creation_time'
> & { readonly flags: readonly { readonly id: number; readonly name: string; readonly value: string }[] }

/** One select for each kind of object. */
export async function loadDetails(
  tx: Reader,
  call: Call,
  visibleChanges: readonly VisibleChange[],
  webhooks: readonly Webhook[],
): Promise<Details> {
  const ids = [...new Set(visibleChanges.flatMap(({ bug }) => bug?.id ?? []))]
  const isWhole = webhooks.some(({ format }) => format === 'bmo')
  const isText = isWhole || webhooks.some(({ include_text }) => include_text)
  const commentIds = isText ? visibleChanges.flatMap(({ change }) => change.comments.map(({ id }) => id)) : []
  return {
    bugs: await loadBugs(tx, call, ids, bugFields),
    whole: isWhole ? await loadBugs(tx, call, ids, createFieldFilter({})) : new Map<number, Bug>(),
    attachments: isWhole
      ? await loadAttachments(tx, call, visibleChanges.flatMap(allAttachmentsIn))
      : new Map<number, never>(),
    comments: await loadComments(tx, call, commentIds),
    privateAttachments: await loadPrivate(tx, visibleChanges.flatMap(attachmentsIn)),
    urlOf: (id) => (call.catalogue.parameters.urlbase === '' ? '' : urlOfBug(call.catalogue, id)),
  }
}

async function loadBugs(tx: Reader, call: Call, ids: readonly number[], fields: FieldFilter): Promise<Details['bugs']> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select({ from: 'bugs', where: { and: [{ col: 'id', in: ids }, visibleBugs(call)] } })
  return new Map((await loadBugViews(tx, call, rows, fields)).map((bug) => [bug.id, bug]))
}

async function loadComments(tx: Reader, call: Call, ids: readonly number[]): Promise<Details['comments']> {
  if (ids.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: ids } as const, visibleComments(call)] }
  const rows = await selectComments(tx, commentFields, where)
  return (await viewComments(tx, call, rows, commentFields)) as Map<number, CommentView>
}

/** The attachments that an entry names beside new ones. */
function attachmentsIn({ change }: VisibleChange): number[] {
  const changed = change.changes.flatMap(({ attachment_id }) => attachment_id ?? [])
  return [...changed, ...change.flags.flatMap(({ attachment_id }) => attachment_id ?? [])]
}

function allAttachmentsIn(visibleChange: VisibleChange): number[] {
  return [...attachmentsIn(visibleChange), ...visibleChange.change.attachments.map(({ id }) => id)]
}

async function loadAttachments(tx: Reader, call: Call, ids: readonly number[]): Promise<Details['attachments']> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select({
    from: 'attachments',
    where: { and: [{ col: 'id', in: [...new Set(ids)] }, visibleAttachments(call)] },
    columns: [
      ...(['id', 'file_name', 'summary', 'content_type', 'is_patch', 'is_obsolete', 'is_private'] as const),
      'creation_time',
    ],
  })
  const of = { col: 'attachment_id', in: rows.map(({ id }) => id) } as const
  const flags = groupBy(await tx.select({ from: 'flags', where: of }), ({ attachment_id }) => attachment_id)
  const view = ({ id, type_id, status }: Row<'flags'>) => {
    const name = call.catalogue.flagTypes.get(type_id)?.name ?? ''
    return { id, name, value: status }
  }
  return new Map(rows.map((row) => [row.id, { ...row, flags: (flags.get(row.id) ?? []).map(view) }]))
}

async function loadPrivate(tx: Reader, ids: readonly number[]): Promise<Details['privateAttachments']> {
  if (ids.length === 0) return new Set()
  const where = { and: [{ col: 'id', in: [...new Set(ids)] } as const, { col: 'is_private', eq: true } as const] }
  const rows = await tx.select({ from: 'attachments', where, columns: ['id'] })
  return new Set(rows.map(({ id }) => id))
}
