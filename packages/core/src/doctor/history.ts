import { itemsOf } from '../access/hidden-references.js'
import { groupBy } from '../kernel/collections.js'
import { attachmentHistoryFields, historyTextsOf } from '../domain/attachments/changes.js'
import { ownTexts } from '../domain/bugs/state/changes.js'
import { rowsOf } from '../moving/copy/rows.js'
import { schema, type Reader, type Row } from '../schema/index.js'
import type { Check } from './check.js'

/** Current values by field: a text, or a list of texts in any order. */
type Present = ReadonlyMap<string, string | readonly string[]>

type Change = Pick<
  Row<'bug_history'>,
  'id' | 'bug_id' | 'field' | 'at' | 'removed' | 'added' | 'attachment_id' | 'comment_id'
>

const bugsAtOnce = 100

/**
 * Each change begins with the result of the previous one of the field, and the last one results in the current value.
 */
export const historyCheck: Check = {
  name: 'history',
  holds: 'each change of a field begins where the one before it ended, and the last one ended at what there is now',
  async find(tx, tell) {
    for await (const rows of rowsOf(tx, 'bugs', schema.bugs, bugsAtOnce)) {
      const bugs = rows as unknown as Row<'bugs'>[]
      const { ofBugs, ofOthers } = await loadPresent(tx, bugs)
      const imported = await lastImported(tx, bugs)
      const changes = groupBy(await loadChanges(tx, bugs), placeOfChange)
      for (const [place, ofPlace] of changes) {
        const present = (ofPlace[0]?.field.includes('.') ? ofOthers : ofBugs).get(place)
        const broken = present === undefined ? undefined : firstBroken(present, ofPlace)
        const before = broken && imported.get(broken.bug_id)
        if (!broken || (before && broken.at <= before)) continue
        const text = `${broken.field} of bug ${broken.bug_id} does not become what comes after it`
        await tell({ check: this.name, place: `bug_history ${broken.id}`, text, isRepairable: false })
      }
    }
  },
}

const privacy = 'longdescs.isprivate'
const listFields = ['alias', 'depends_on', 'blocks']
const checkedFields = [...ownTexts.map(([field]) => field), ...attachmentHistoryFields, privacy, ...listFields]

/** The last changes that were imported: other trackers kept inconsistent histories. */
async function lastImported(tx: Reader, bugs: readonly Row<'bugs'>[]): Promise<ReadonlyMap<number, Date>> {
  const ofBugs = { col: 'id', in: bugs.map(({ id }) => id) } as const
  const where = { and: [{ col: 'kind', eq: 'bug' } as const, ofBugs] }
  const refs = await tx.select({ from: 'import_refs', where, columns: ['id', 'changed'] })
  return new Map(refs.flatMap(({ id, changed }) => (changed ? [[id, changed] as const] : [])))
}

function placeOfChange({ field, bug_id, attachment_id, comment_id }: Change): string {
  return `${field} ${field === privacy ? comment_id : (attachment_id ?? bug_id)}`
}

async function loadChanges(tx: Reader, bugs: readonly Row<'bugs'>[]): Promise<Change[]> {
  const ofBugs = { col: 'bug_id', in: bugs.map(({ id }) => id) } as const
  const where = { and: [ofBugs, { col: 'field', in: checkedFields } as const] }
  const columns = ['id', 'bug_id', 'field', 'at', 'removed', 'added', 'attachment_id', 'comment_id'] as const
  return tx.select({ from: 'bug_history', where, columns })
}

async function loadPresent(tx: Reader, bugs: readonly Row<'bugs'>[]): Promise<{ ofBugs: Present; ofOthers: Present }> {
  const where = { col: 'bug_id', in: bugs.map(({ id }) => id) } as const
  const blocked = { col: 'depends_on_id', in: where.in } as const
  const lists = [
    ['alias', (await tx.select({ from: 'bug_aliases', where })).map((row) => [row.bug_id, row.alias])],
    [
      'depends_on',
      (await tx.select({ from: 'bug_dependencies', where })).map((row) => [row.bug_id, row.depends_on_id]),
    ],
    [
      'blocks',
      (await tx.select({ from: 'bug_dependencies', where: blocked })).map((row) => [row.depends_on_id, row.bug_id]),
    ],
  ] as const
  const ofBugs = new Map<string, string | string[]>()
  for (const bug of bugs) {
    for (const [field, textOf] of ownTexts) ofBugs.set(`${field} ${bug.id}`, textOf(bug))
    for (const field of listFields) ofBugs.set(`${field} ${bug.id}`, [])
  }
  for (const [field, pairs] of lists)
    for (const [bug, item] of pairs) (ofBugs.get(`${field} ${bug}`) as string[]).push(String(item))
  const ofOthers = new Map<string, string>()
  for (const one of await tx.select({ from: 'attachments', where }))
    for (const [field, text] of historyTextsOf(one)) ofOthers.set(`${field} ${one.id}`, text)
  for (const one of await tx.select({ from: 'comments', where, columns: ['id', 'is_private'] }))
    ofOthers.set(`${privacy} ${one.id}`, mark(one.is_private))
  return { ofBugs, ofOthers }
}

/** Goes back from the current value to the first inconsistent change. */
function firstBroken(present: string | readonly string[], changes: readonly Change[]): Change | undefined {
  let now = present
  for (const change of changes.toReversed()) {
    const before = typeof now === 'string' ? textBefore(now, change) : itemsBefore(now, change)
    if (before === undefined) return change
    now = before
  }
  return undefined
}

function textBefore(now: string, { removed, added }: Change): string | undefined {
  return now === added ? removed : undefined
}

function itemsBefore(now: readonly string[], { removed, added }: Change): string[] | undefined {
  const [gone, come] = [itemsOf(removed), itemsOf(added)]
  if (come.some((item) => !now.includes(item)) || gone.some((item) => now.includes(item))) return undefined
  return [...now.filter((item) => !come.includes(item)), ...gone]
}

function mark(value: boolean): string {
  return value ? '1' : '0'
}
