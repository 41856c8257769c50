// Returns the parts of entries that a reader may see now, by the predicates used everywhere.
import { withoutHiddenBugs } from '../access/hidden-references.js'
import { visibleAttachments, visibleComments, visibleHistory } from '../access/visibility.js'
import { shownLogin, type Call, type Person } from '../call/context.js'
import { visibleLinks } from '../domain/code-links/view.js'
import { viewChange } from '../domain/bugs/view/history.js'
import { loadPeople } from '../domain/users/load-people.js'
import { showPerson } from '../domain/users/shown-person.js'
import type { Reader, Row } from '../schema/index.js'
import type { ChangeEntry } from './change-entry.js'
import type { ShownEntry } from './visible-entries.js'

type ShownBug = Extract<ShownEntry, { readonly type: 'bug.created' | 'bug.changed' | 'bug.imported' }>
type ShownObject = Extract<ShownEntry, { readonly type: 'administration.changed' }>

const historyColumns = ['id', 'field', 'removed', 'added', 'attachment_id', 'comment_id', 'rule'] as const
const linkColumns = ['id', 'kind', 'ref', 'state', 'is_private'] as const
const auditColumns = ['id', 'field', 'removed', 'added'] as const

/** The rows behind the entries that the reader may see. */
interface Visible {
  readonly history: ReadonlyMap<number, Pick<Row<'bug_history'>, (typeof historyColumns)[number]>>
  readonly comments: ReadonlyMap<number, Pick<Row<'comments'>, 'id' | 'count' | 'is_private'>>
  readonly attachments: ReadonlyMap<number, Pick<Row<'attachments'>, 'id' | 'is_private'>>
  readonly codeLinks: ReadonlyMap<number, ChangeEntry['code_links'][number]>
  readonly audit: ReadonlyMap<number, Pick<Row<'audit_log'>, (typeof auditColumns)[number]>>
  readonly people: ReadonlyMap<number, Person>
}

/**
 * Returns the entries as the reader may see them, without empty ones. The number of selects does not depend on the
 * number of entries.
 */
export async function viewShown(tx: Reader, call: Call, shown: readonly ShownEntry[]): Promise<ChangeEntry[]> {
  const visible = await loadVisible(tx, call, shown)
  return shown.flatMap((one) => viewEntry(call, visible, one) ?? [])
}

async function loadVisible(tx: Reader, call: Call, shown: readonly ShownEntry[]): Promise<Visible> {
  const changeEvents = shown.flatMap((one) => ('event' in one && 'bug_id' in one ? one.event : []))
  const flags = changeEvents.flatMap((event) => event.flags)
  const attachmentIds = [
    ...changeEvents.flatMap((event) => [...event.attachments, ...event.rewritten.attachments]),
    ...flags.flatMap((one) => one.attachment_id ?? []),
  ]
  const auditIds = shown.flatMap((one) => (one.type === 'administration.changed' ? one.event.audit : []))
  return {
    history: await loadHistory(
      tx,
      call,
      changeEvents.flatMap((event) => event.history),
    ),
    comments: await loadComments(
      tx,
      call,
      changeEvents.flatMap((event) => [...event.comments, ...event.rewritten.comments]),
    ),
    attachments: await loadAttachments(tx, call, attachmentIds),
    codeLinks: await loadCodeLinks(
      tx,
      call,
      changeEvents.flatMap((event) => event.code_links),
    ),
    audit: await loadAudit(tx, auditIds),
    people: await loadPeople(tx, call, [
      ...shown.flatMap((one) => ('event' in one ? (one.entry.user_id ?? []) : [])),
      ...flags.flatMap((flag) => flag.after?.requestee_id ?? []),
    ]),
  }
}

async function loadHistory(tx: Reader, call: Call, ids: readonly number[]): Promise<Visible['history']> {
  if (ids.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: ids } as const, visibleHistory(call)] }
  const rows = await tx.select({ from: 'bug_history', where, columns: historyColumns })
  return byId(await withoutHiddenBugs(tx, call, rows))
}

async function loadComments(tx: Reader, call: Call, ids: readonly number[]): Promise<Visible['comments']> {
  if (ids.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: ids } as const, visibleComments(call)] }
  return byId(await tx.select({ from: 'comments', where, columns: ['id', 'count', 'is_private'] }))
}

async function loadAttachments(tx: Reader, call: Call, ids: readonly number[]): Promise<Visible['attachments']> {
  if (ids.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: ids } as const, visibleAttachments(call)] }
  return byId(await tx.select({ from: 'attachments', where, columns: ['id', 'is_private'] }))
}

async function loadCodeLinks(tx: Reader, call: Call, ids: readonly number[]): Promise<Visible['codeLinks']> {
  if (ids.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: ids } as const, visibleLinks(call)] }
  const rows = await tx.select({ from: 'code_links', where, columns: linkColumns })
  return byId(rows as ChangeEntry['code_links'])
}

async function loadAudit(tx: Reader, ids: readonly number[]): Promise<Visible['audit']> {
  if (ids.length === 0) return new Map()
  return byId(await tx.select({ from: 'audit_log', where: { col: 'id', in: ids }, columns: auditColumns }))
}

function byId<R extends { readonly id: number }>(rows: readonly R[]): Map<number, R> {
  return new Map(rows.map((row) => [row.id, row]))
}

function viewEntry(call: Call, visible: Visible, shown: ShownEntry): ChangeEntry | undefined {
  const { entry, type } = shown
  const { seq, at: time } = entry
  const nothing = { user: null, changes: [], comments: [], attachments: [], flags: [], code_links: [] }
  switch (shown.type) {
    case 'bug.hidden':
    case 'bug.deleted':
      return { seq, set: seq, type, time, bug_id: shown.bug_id, ...nothing }
    case 'administration.changed':
      return {
        ...nothing,
        ...viewObject(visible, shown),
        seq,
        set: entry.set,
        type,
        time,
        user: viewUser(call, visible, shown),
      }
    case 'bug.created':
    case 'bug.imported':
    case 'bug.changed': {
      const parts = viewParts(call, visible, shown)
      const isNothing = Object.values(parts).every((part) => part.length === 0)
      // An import may change a bug without any visible part.
      const { is_new, is_import, is_unlinked } = shown.event
      if (isNothing && !is_new && !is_import && !is_unlinked) return undefined
      return { seq, set: entry.set, type, time, user: viewUser(call, visible, shown), bug_id: shown.bug_id, ...parts }
    }
  }
}

function viewUser(call: Call, { people }: Visible, { entry: { user_id } }: ShownEntry): ChangeEntry['user'] {
  const person = user_id === null ? undefined : people.get(user_id)
  return person ? showPerson(call, person) : null
}

function viewObject({ audit }: Visible, { event }: ShownObject): Pick<ChangeEntry, 'object' | 'changes'> {
  const changes = event.audit.flatMap((id) => {
    const row = audit.get(id)
    return row ? [{ field_name: row.field, removed: row.removed ?? '', added: row.added ?? '' }] : []
  })
  return { object: { class: event.class, id: event.object_id }, changes }
}

type Parts = Pick<ChangeEntry, 'changes' | 'comments' | 'attachments' | 'flags' | 'code_links'>

function viewParts(call: Call, visible: Visible, { event }: ShownBug): Parts {
  return {
    changes: found(visible.history, event.history).map((row) => viewChange(call, row)),
    comments: foundWithRewritten(visible.comments, event.comments, event.rewritten.comments),
    attachments: foundWithRewritten(visible.attachments, event.attachments, event.rewritten.attachments),
    flags: event.flags.flatMap(({ type_id, attachment_id, before, after }) => {
      const type = call.catalogue.flagTypes.get(type_id)
      if (!type || (attachment_id !== null && !visible.attachments.has(attachment_id))) return []
      const asked = visible.people.get(after?.requestee_id ?? 0)
      const requestee = asked ? shownLogin(call, asked.login) : ''
      const [was, is] = [before?.status ?? '', after?.status ?? '']
      return [{ type_id, name: type.name, attachment_id, before: was, after: is, requestee }]
    }),
    code_links: found(visible.codeLinks, event.code_links),
  }
}

function found<R>(rows: ReadonlyMap<number, R>, ids: readonly number[]): R[] {
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Marks edited rows. A row added and edited by the same operation is new. */
function foundWithRewritten<R>(rows: ReadonlyMap<number, R>, added: readonly number[], rewritten: readonly number[]) {
  const old = [...new Set(rewritten)].filter((id) => !added.includes(id))
  return [...found(rows, added), ...found(rows, old).map((row) => ({ ...row, is_rewritten: true }))]
}
