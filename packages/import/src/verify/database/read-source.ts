// Reads bugs from the tables of the source by separate SQL: nothing here is shared with the reader that imports them.
import { fieldTypes } from '@trackerkit/core/moving'
import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DbRow, DbSource } from '../../bugzilla-db/connect.js'
import { isTrue, numberOf, plainText } from '../../bugzilla-db/text.js'
import { dateIn, type Zone } from '../../bugzilla-db/times.js'
import { condensed, listed, oneLine, type Facts } from './facts.js'

export interface SourceSide {
  readonly source: DbSource
  readonly zone: Zone
  /** Custom fields: their columns, with their types. */
  readonly custom: ReadonlyMap<string, number>
  readonly contents: SourceContents
}

export interface SourceContents {
  /** The folder with contents that are not in the database. */
  readonly folder: string | undefined
  /** In bytes. Larger contents are empty here. */
  readonly most: number
}

const { multiSelect, dateTime, bugId, date, integer } = fieldTypes

export async function readCustom(source: DbSource): Promise<ReadonlyMap<string, number>> {
  const rows = await source.rows('SELECT name, type FROM fielddefs WHERE custom = 1')
  return new Map(rows.map((row) => [plainText(row['name']), numberOf(row['type'])]))
}

/** Undefined for a number that no bug has. */
export async function readSourceBug(side: SourceSide, id: number): Promise<Facts | undefined> {
  const { source, custom } = side
  const [bug] = await source.rows(
    'SELECT b.*, p.name AS product_name, c.name AS component_name, r.login_name AS reporter_login, a.login_name AS assignee_login, q.login_name AS qa_login, (SELECT MAX(d.dupe_of) FROM duplicates d WHERE d.dupe = b.bug_id) AS dupe_of FROM bugs b LEFT JOIN products p ON p.id = b.product_id LEFT JOIN components c ON c.id = b.component_id LEFT JOIN profiles r ON r.userid = b.reporter LEFT JOIN profiles a ON a.userid = b.assigned_to LEFT JOIN profiles q ON q.userid = b.qa_contact WHERE b.bug_id = ?',
    [id],
  )
  if (!bug) return undefined
  const facts: Facts = new Map()
  const line = (place: string, column: string) => facts.set(place, oneLine(plainText(bug[column])))
  for (const [place, column] of lines) line(place, column)
  facts.set('creation_time', timeIn(side, bug, 'creation_ts'))
  facts.set('last_change_time', timeIn(side, bug, 'delta_ts'))
  facts.set('deadline', dateIn(plainText(bug['deadline'])) ?? '')
  for (const [place, column] of switches) facts.set(place, String(isTrue(bug[column])))
  for (const name of ['estimated_time', 'remaining_time']) facts.set(name, String(numberOf(bug[name])))
  facts.set('dupe_of', String(numberOf(bug['dupe_of']) || ''))
  for (const [name, type] of custom) {
    const cell = bug[name] ?? bug[name.toLowerCase()]
    if (type === multiSelect) facts.set(name, await valuesOf(side, name, id))
    else if (cell === undefined) continue
    else if (type === dateTime) facts.set(name, timeIn(side, bug, name))
    else if (type === date) facts.set(name, dateIn(plainText(cell)) ?? '')
    else if (type === bugId || type === integer) facts.set(name, String(numberOf(cell) || ''))
    else facts.set(name, plainText(cell) === '---' ? '' : plainText(cell))
  }
  await addSets(side, id, facts)
  await addComments(side, id, facts)
  await addHistory(side, id, facts)
  await addAttachments(side, id, facts)
  return facts
}

const lines = [
  ['summary', 'short_desc'],
  ['product', 'product_name'],
  ['component', 'component_name'],
  ['version', 'version'],
  ['target_milestone', 'target_milestone'],
  ['status', 'bug_status'],
  ['resolution', 'resolution'],
  ['priority', 'priority'],
  ['severity', 'bug_severity'],
  ['platform', 'rep_platform'],
  ['op_sys', 'op_sys'],
  ['url', 'bug_file_loc'],
  ['whiteboard', 'status_whiteboard'],
  ['creator', 'reporter_login'],
  ['assigned_to', 'assignee_login'],
  ['qa_contact', 'qa_login'],
] as const

const switches = [
  ['is_confirmed', 'everconfirmed'],
  ['is_cc_accessible', 'cclist_accessible'],
  ['is_creator_accessible', 'reporter_accessible'],
] as const

/** Empty for an invalid time. */
export function timeIn({ zone }: SourceSide, row: DbRow, column: string): string {
  return zone.read(row[column]?.toString('latin1') ?? '')?.time.toISOString() ?? ''
}

async function valuesOf({ source }: SourceSide, name: string, id: number): Promise<string> {
  const rows = await source.rows(`SELECT value FROM ${source.name(`bug_${name}`)} WHERE bug_id = ?`, [id])
  return listed(rows.map((row) => plainText(row['value'])))
}

const sets = {
  alias: 'SELECT alias AS x FROM bugs_aliases WHERE bug_id = ?',
  cc: 'SELECT p.login_name AS x FROM cc JOIN profiles p ON p.userid = cc.who WHERE cc.bug_id = ?',
  keywords: 'SELECT d.name AS x FROM keywords k JOIN keyworddefs d ON d.id = k.keywordid WHERE k.bug_id = ?',
  see_also: 'SELECT value AS x FROM bug_see_also WHERE bug_id = ?',
  depends_on: 'SELECT dependson AS x FROM dependencies WHERE blocked = ?',
  flags: flagsWhere("t.target_type = 'b' AND f.attach_id IS NULL AND f.bug_id = ?"),
}

function flagsWhere(condition: string): string {
  return `SELECT CONCAT(t.name, f.status, ' ', s.login_name, ' ', COALESCE(r.login_name, '')) AS x FROM flags f JOIN flagtypes t ON t.id = f.type_id JOIN profiles s ON s.userid = f.setter_id LEFT JOIN profiles r ON r.userid = f.requestee_id WHERE ${condition}`
}

async function setOf({ source }: SourceSide, sql: string, id: number): Promise<string> {
  return listed((await source.rows(sql, [id])).map((row) => plainText(row['x']).trim()))
}

async function addSets(side: SourceSide, id: number, facts: Facts): Promise<void> {
  for (const [place, sql] of Object.entries(sets)) facts.set(place, await setOf(side, sql, id))
  const { source } = side
  const rows = await source.rows(
    `SELECT g.name AS x FROM bug_group_map m JOIN ${source.name('groups')} g ON g.id = m.group_id WHERE m.bug_id = ?`,
    [id],
  )
  facts.set('groups', listed(rows.map((row) => plainText(row['x']))))
}

/** Rows of comments for `shownText`, with the login of their author. */
export async function readComments({ source }: SourceSide, bugs: readonly number[]): Promise<DbRow[]> {
  const attachment = source.kind === 'mysql' ? 'a.attach_id' : 'CAST(a.attach_id AS text)'
  return source.rows(
    `SELECT l.*, p.login_name AS login, a.description AS attached FROM longdescs l LEFT JOIN profiles p ON p.userid = l.who LEFT JOIN attachments a ON l.type IN (5, 6) AND ${attachment} = l.extra_data WHERE l.bug_id IN (${bugs.join(', ')})`,
  )
}

async function addComments(side: SourceSide, id: number, facts: Facts): Promise<void> {
  const rows = await readComments(side, [id])
  let hours = 0
  facts.set('comments', String(Math.max(1, rows.length)))
  for (const row of rows) {
    hours += numberOf(row['work_time'])
    if (rows.length === 1 && plainText(row['thetext']) === '') continue
    const place = `comment ${numberOf(row['comment_id'])}`
    facts.set(`${place}: text`, shownText(row))
    facts.set(`${place}: creator`, plainText(row['login']))
    facts.set(`${place}: time`, timeIn(side, row, 'bug_when'))
    facts.set(`${place}: is_private`, String(isTrue(row['isprivate'])))
  }
  facts.set('actual_time', String(Math.round(hours * 100) / 100))
}

export function shownText(row: DbRow): string {
  const [text, about] = [plainText(row['thetext']), plainText(row['extra_data'])]
  const attached = [`attachment ${about}`, oneLine(plainText(row['attached']))].join('\n')
  const parts: Readonly<Record<number, readonly string[]>> = {
    1: [text, `*** This bug has been marked as a duplicate of bug ${about} ***`],
    2: [text, `*** Bug ${about} has been marked as a duplicate of this bug. ***`],
    3: [text, '*** This bug has been confirmed by popular vote. ***'],
    4: [text, 'Bug moved.'],
    5: [`Created ${attached}`, text],
    6: [`Comment on ${attached}`, text],
  }
  const type = numberOf(row['type'])
  const isSentence = type === 3 || type === 4 || /^\d+$/.test(about)
  return ((isSentence && parts[type]) || [text]).filter((part) => part !== '').join('\n\n')
}

/** The names of fields that differ here. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['short_desc', 'summary'],
  ['bug_status', 'status'],
  ['bug_severity', 'severity'],
  ['rep_platform', 'platform'],
  ['bug_file_loc', 'url'],
  ['status_whiteboard', 'whiteboard'],
  ['dependson', 'depends_on'],
  ['blocked', 'blocks'],
])

async function addHistory(side: SourceSide, id: number, facts: Facts): Promise<void> {
  const rows = await side.source.rows(
    'SELECT h.*, f.name AS field, p.login_name AS login FROM bugs_activity h LEFT JOIN fielddefs f ON f.id = h.fieldid LEFT JOIN profiles p ON p.userid = h.who WHERE h.bug_id = ? ORDER BY h.bug_when, h.id',
    [id],
  )
  const texts = new Map<string, { removed: string[]; added: string[] }>()
  const entries = new Set<string>()
  for (const row of rows) {
    const named = plainText(row['field']) || `field ${numberOf(row['fieldid'])}`
    const field = fieldNames.get(named) ?? named
    const of = texts.get(field) ?? { removed: [], added: [] }
    of.removed.push(plainText(row['removed']))
    of.added.push(plainText(row['added']))
    texts.set(field, of)
    const when = timeIn(side, row, 'bug_when')
    entries.add(`${when} ${plainText(row['login'])}`)
    // A change after delta_ts is the last one here.
    if (when > (facts.get('last_change_time') ?? '')) facts.set('last_change_time', when)
  }
  facts.set('history: entries', listed(entries))
  for (const [field, { removed, added }] of texts) {
    facts.set(`history: ${field}: removed`, condensed(removed))
    facts.set(`history: ${field}: added`, condensed(added))
  }
}

async function addAttachments(side: SourceSide, id: number, facts: Facts): Promise<void> {
  const rows = await side.source.rows(
    'SELECT a.*, p.login_name AS login, LENGTH(d.thedata) AS size FROM attachments a LEFT JOIN profiles p ON p.userid = a.submitter_id LEFT JOIN attach_data d ON d.id = a.attach_id WHERE a.bug_id = ?',
    [id],
  )
  for (const row of rows) {
    const number = numberOf(row['attach_id'])
    const place = `attachment ${number}`
    facts.set(`${place}: file_name`, oneLine(plainText(row['filename'])))
    facts.set(`${place}: summary`, oneLine(plainText(row['description'])))
    facts.set(`${place}: creator`, plainText(row['login']))
    for (const name of ['private', 'obsolete', 'patch'])
      facts.set(`${place}: is_${name}`, String(isTrue(row[`is${name}`])))
    facts.set(`${place}: flags`, await setOf(side, flagsWhere("t.target_type = 'a' AND f.attach_id = ?"), number))
    const content = await contentOf(side, number, numberOf(row['size']))
    if (content) facts.set(`${place}: content`, createHash('sha256').update(content).digest('hex'))
  }
}

/** Undefined for contents that are nowhere. */
async function contentOf({ source, contents }: SourceSide, id: number, size: number): Promise<Uint8Array | undefined> {
  const { folder, most } = contents
  if (size > most) return new Uint8Array()
  if (size > 0) {
    const [row] = await source.rows('SELECT thedata FROM attach_data WHERE id = ?', [id])
    return row?.['thedata'] ?? undefined
  }
  if (folder === undefined) return undefined
  for (const digits of [2, 3]) {
    const path = join(folder, `group.${String(id).padStart(digits, '0').slice(-digits)}`, `attachment.${id}`)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isFile()) return found.size > most ? new Uint8Array() : readFile(path)
  }
  return undefined
}
