// The record of a bug, out of the rows of all tables that belong to it.
import { fieldTypes } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import type { BugRecord, BugRows, Parts } from './bug-parts.js'
import type { Context } from './bug-context.js'
import { commentsOf } from './comments.js'
import { noValue } from './fields.js'
import { groupRows, lineOf, nameOf, textOf, timeOf, type Owner } from './context.js'
import type { DbRow } from './connect.js'
import { historyOf } from './history.js'
import { dateIn } from './times.js'
import { idOf, isTrue, isTrueOrAbsent, numberOf, plainText } from './text.js'

interface Made {
  readonly record: BugRecord
  /** Rows by table, but for those that were left out with a note. */
  readonly brought: Map<string, number>
}

export function createBugRecord(context: Context, id: number, { bug, of }: BugRows): Made {
  const owner = { kind: 'bug', id }
  const brought = new Map([['bugs', 1]])
  for (const [table, rows] of of) if (table !== 'blocks') brought.set(table, rows.length)
  const contents = of.get('attachments')?.reduce((sum, row) => sum + numberOf(row['contents']), 0) ?? 0
  if (contents > 0) brought.set('attach_data', contents)
  const parts: Parts = {
    owner,
    rows: (table) => of.get(table) ?? [],
    leave(table, problem) {
      brought.set(table, (brought.get(table) ?? 0) - 1)
      context.ledger.add(table, 'mended')
      context.addNote({ ...owner, problem })
    },
  }
  return { record: recordOf(context, id, bug, parts), brought }
}

function recordOf(context: Context, id: number, bug: DbRow, parts: Parts): BugRecord {
  const { people, configuration } = context
  const { owner } = parts
  const line = (column: string) => lineOf(context, bug[column], owner, column)
  const value = (column: string) => nameOf(context, bug[column], owner, column)
  const person = (column: string) => people.loginOf(numberOf(bug[column]))
  const qaContact = idOf(bug['qa_contact'])
  const created = createdTime(context, bug, parts)
  const flags = groupRows(parts.rows('flags'), 'attach_id')
  const history = historyOf(context, parts, created)
  const place = configuration.placeOf(numberOf(bug['product_id']), numberOf(bug['component_id']))
  return {
    ...{ kind: 'bug', id, ...place, summary: line('short_desc') || '(no summary)' },
    version: value('version') || 'unspecified',
    target_milestone: value('target_milestone') || '---',
    priority: value('priority') || noValue,
    severity: value('bug_severity') || noValue,
    platform: value('rep_platform') || noValue,
    op_sys: value('op_sys') || noValue,
    ...stateOf(context, bug, parts),
    url: textOf(context, bug['bug_file_loc'], owner, 'bug_file_loc').split('\n').join(' '),
    whiteboard: textOf(context, bug['status_whiteboard'], owner, 'status_whiteboard').split('\n').join(' '),
    is_confirmed: isTrueOrAbsent(bug['everconfirmed']),
    is_cc_accessible: isTrueOrAbsent(bug['cclist_accessible']),
    is_creator_accessible: isTrueOrAbsent(bug['reporter_accessible']),
    estimated_time: numberOf(bug['estimated_time']),
    remaining_time: numberOf(bug['remaining_time']),
    deadline: dateIn(plainText(bug['deadline'])) ?? null,
    creator: person('reporter'),
    assigned_to: person('assigned_to'),
    qa_contact: qaContact === null ? null : people.loginOf(qaContact),
    creation_time: created,
    last_change_time: lastChange(context, bug, parts, { created, history }),
    cc: parts.rows('cc').map((row) => people.loginOf(numberOf(row['who']))),
    ...setsOf(context, id, parts),
    custom_fields: customFields(context, bug, parts),
    comments: commentsOf(context, parts, person('reporter'), created),
    history,
    attachments: attachmentsOf(context, parts, flags, created),
    flags: flagsOf(context, parts, flags.get(0), created),
  }
}

/** A missing time is that of the description, of the last change, or of the snapshot. */
function createdTime(context: Context, bug: DbRow, { owner, rows }: Parts): Date {
  const created = timeOf(context, bug['creation_ts'], owner, 'creation_ts')
  if (created) return created
  const first = rows('longdescs')[0]?.['bug_when']
  const found =
    timeOf(context, first, owner, 'time of the description') ??
    timeOf(context, bug['delta_ts'], owner, 'delta_ts') ??
    context.now
  context.addNote({ ...owner, problem: `it has no time of creation; it is ${found.toISOString()} here` })
  return found
}

/** Later changes than the last one would be seen as changes made here. */
function lastChange(
  context: Context,
  bug: DbRow,
  { owner }: Parts,
  { created, history }: { readonly created: Date; readonly history: NonNullable<BugRecord['history']> },
): Date {
  const given = timeOf(context, bug['delta_ts'], owner, 'delta_ts')
  const latest = history.reduce((last, { when }) => Math.max(last, Number(when)), (given ?? created).getTime())
  if (given?.getTime() === latest) return given
  const reason = given ? 'its history has a change after delta_ts' : 'it has no time of its last change'
  context.addNote({ ...owner, problem: `${reason}; last_change_time is ${new Date(latest).toISOString()} here` })
  return new Date(latest)
}

/** A missing time is that of the bug. */
function timeWithin(
  context: Context,
  cell: DbRow[string] | undefined,
  owner: Owner,
  place: string,
  otherwise: Date,
): Date {
  const read = timeOf(context, cell, owner, place)
  if (!read) context.addNote({ ...owner, problem: `it has no ${place}; it is ${otherwise.toISOString()} here` })
  return read ?? otherwise
}

/** Status, resolution and the bug that it is a duplicate of, which have to fit each other. */
function stateOf(context: Context, bug: DbRow, { owner, rows, leave }: Parts) {
  const { configuration, circular, bugIds, addNote } = context
  const status = nameOf(context, bug['bug_status'], owner, 'bug_status') || noValue
  const isClosed = configuration.closed.has(fold(status))
  let resolution = nameOf(context, bug['resolution'], owner, 'resolution')
  if (!isClosed && resolution !== '') {
    addNote({ ...owner, problem: `it is ${status} with the resolution ${resolution}, which is omitted` })
    resolution = ''
  } else if (isClosed && resolution === '') {
    addNote({ ...owner, problem: `it is ${status} without a resolution; it is INVALID here` })
    resolution = 'INVALID'
  }
  const [duplicate, ...others] = rows('duplicates').toReversed()
  others.forEach(() => leave('duplicates', 'it is a duplicate of several bugs; the one of the highest number stays'))
  if (resolution !== 'DUPLICATE') {
    if (duplicate) leave('duplicates', 'it names a bug that it is a duplicate of, and is no duplicate')
    return { status, resolution, dupe_of: null }
  }
  const dupe_of = duplicate ? idOf(duplicate['dupe_of']) : null
  const id = Number(owner.id)
  if (duplicate && (circular.has(id) || dupe_of === id)) {
    leave('duplicates', 'it is a duplicate of itself, by a circle; it is INVALID here')
    return { status, resolution: 'INVALID', dupe_of: null }
  }
  if (dupe_of !== null && !bugIds.has(dupe_of)) {
    leave('duplicates', `it is a duplicate of bug ${dupe_of}, which is gone; it is INVALID here`)
    return { status, resolution: 'INVALID', dupe_of: null }
  }
  return { status, resolution, dupe_of }
}

const reserved = ['count', 'trend', 'board']

function aliasesOf(context: Context, id: number, { owner, rows, leave }: Parts): string[] {
  const found = new Map<string, string>()
  for (const row of rows('bugs_aliases')) {
    const alias = textOf(context, row['alias'], owner, 'alias').trim()
    const folded = fold(alias)
    const other = context.aliasOwners.get(folded) ?? id
    const isUsable = alias !== '' && alias.length <= 40 && !/^#?\d+$|[\s,]/.test(alias) && !reserved.includes(folded)
    if (!isUsable) leave('bugs_aliases', `its alias '${alias}' cannot be one here`)
    else if (other !== id) leave('bugs_aliases', `its alias '${alias}' is one of bug ${other}`)
    else if (found.has(folded)) leave('bugs_aliases', `its alias '${alias}' is another one of it`)
    else found.set(folded, alias)
  }
  return [...found.values()]
}

function setsOf(context: Context, id: number, { owner, rows, leave }: Parts) {
  const { people, configuration, bugIds } = context
  const aliases = aliasesOf(context, id, { owner, rows, leave })
  const keywords = rows('keywords').flatMap((row) => {
    const name = configuration.keywords.get(numberOf(row['keywordid']))
    if (name === undefined) leave('keywords', 'a missing keyword is omitted')
    return name ?? []
  })
  const groups = rows('bug_group_map').map((row) => {
    const group = numberOf(row['group_id'])
    // A bug must never become visible to more people: a deleted group is rejected by its name.
    return people.groupNames.get(group) ?? `group ${group} that is gone`
  })
  const links = (table: string, column: string) =>
    rows(table).flatMap((row) => {
      const to = numberOf(row[column])
      if (to !== id && bugIds.has(to)) return [to]
      const problem = to === id ? 'a link to itself is omitted' : `its link to bug ${to}, which is missing, is omitted`
      if (table === 'dependencies') leave(table, problem)
      return []
    })
  return {
    alias: aliases,
    keywords,
    groups,
    depends_on: links('dependencies', 'dependson'),
    blocks: links('blocks', 'blocked'),
    see_also: rows('bug_see_also').flatMap((row) => {
      const url = lineOf(context, row['value'], owner, 'see_also')
      if (url === '') leave('bug_see_also', 'an empty link is omitted')
      return url === '' ? [] : [url]
    }),
  }
}

const { singleSelect, multiSelect, dateTime, bugId, date, integer } = fieldTypes

function customFields(context: Context, bug: DbRow, { owner, rows }: Parts): BugRecord['custom_fields'] {
  const values: NonNullable<BugRecord['custom_fields']> = {}
  for (const { name, type, column = name } of context.configuration.custom) {
    if (type === multiSelect) {
      const chosen = rows(`bug_${name}`).map((row) => nameOf(context, row['value'], owner, name))
      values[name] = chosen.filter((one) => one !== '' && one !== '---')
      continue
    }
    const cell = bug[column] ?? bug[column.toLowerCase()]
    if (!cell || cell.length === 0 || (column !== name && cell.toString() === '0')) continue
    if (type === integer) values[name] = numberOf(cell)
    else if (type === bugId) values[name] = idOf(cell)
    else if (type === date) values[name] = dateIn(plainText(cell)) ?? null
    else if (type === dateTime) values[name] = timeOf(context, cell, owner, name)?.toISOString() ?? null
    else values[name] = type === singleSelect ? nameOf(context, cell, owner, name) : textOf(context, cell, owner, name)
  }
  return values
}

function attachmentsOf(
  context: Context,
  parts: Parts,
  flags: ReadonlyMap<number, readonly DbRow[]>,
  created: Date,
): NonNullable<BugRecord['attachments']> {
  const { people } = context
  const rows = parts.rows('attachments')
  const known = new Set([0, ...rows.map((row) => numberOf(row['attach_id']))])
  for (const [id, lost] of flags)
    if (!known.has(id)) lost.forEach(() => parts.leave('flags', `a flag is on attachment ${id}, which is gone`))
  return rows.map((row) => {
    const id = numberOf(row['attach_id'])
    const owner = { kind: 'attachment', id }
    const creation_time = timeWithin(context, row['creation_ts'], owner, 'creation_ts', created)
    return {
      id,
      creation_time,
      creator: people.loginOf(numberOf(row['submitter_id'])),
      last_change_time: timeWithin(context, row['modification_time'], owner, 'modification_time', creation_time),
      file_name: lineOf(context, row['filename'], owner, 'filename') || `attachment-${id}`,
      summary: lineOf(context, row['description'], owner, 'description') || `Attachment ${id}`,
      content_type: lineOf(context, row['mimetype'], owner, 'mimetype').slice(0, 255),
      is_patch: isTrue(row['ispatch']),
      is_obsolete: isTrue(row['isobsolete']),
      is_private: isTrue(row['isprivate']),
      flags: flagsOf(context, parts, flags.get(id), created),
    }
  })
}

function flagsOf(context: Context, parts: Parts, rows: readonly DbRow[] | undefined, created: Date) {
  const { people, configuration } = context
  return (rows ?? []).flatMap((row) => {
    const [id, type_id, status] = [idOf(row['id']), numberOf(row['type_id']), plainText(row['status'])]
    const type = configuration.flagTypes.get(type_id)
    const isUsable = type !== undefined && type.isOfAttachments === (idOf(row['attach_id']) !== null)
    if (!isUsable || (status !== '?' && status !== '+' && status !== '-')) {
      const reason = isUsable ? `its status '${status}' is unknown` : 'its type is missing, or of other objects'
      parts.leave('flags', `flag ${id} is omitted: ${reason}`)
      return []
    }
    const requestee = idOf(row['requestee_id'])
    const owner = { kind: 'flag', id: id ?? 0 }
    const creation_date = timeWithin(context, row['creation_date'], owner, 'creation_date', created)
    return [
      {
        name: type.name,
        type_id,
        status: status as '?',
        creation_date,
        setter: people.loginOf(numberOf(row['setter_id'])),
        ...(id !== null && { id }),
        modification_date: timeWithin(context, row['modification_date'], owner, 'modification_date', creation_date),
        requestee: requestee === null ? null : people.loginOf(requestee),
      },
    ]
  })
}
