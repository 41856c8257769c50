// The other bugs that a bug names.
import { z } from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { bugRef } from '../../../call/define/inputs.js'
import { inNewMail, standardField } from '../../../setup/standard-fields.js'
import type { BugParts } from './bug-parts.js'
import type { BugField } from './field.js'
import { bugRefs, bugRefsEdit } from './input-values.js'
import { recordId, recordList } from './record-values.js'
import { listOf, type BugPlan, type BugSets } from './view-context.js'

const bugId = z.int().meta({ ref: 'bug' })
const bugIds = z.array(bugId)
/** Items that are their own text. */
export const verbatim = { itemText: (item: number | string) => String(item) }

export const relatedBugFields = {
  blocks: {
    description: 'The bugs that wait for this one, as far as the caller may see them: open ones first, then by id.',
    criterion: 'The bugs that wait for them, by number or alias.',
    inputDescription: 'The bugs that wait for this one, by number or alias.',
    kind: 'bugs',
    group: 'links',
    record: recordList(recordId),
    internal: 'blocked',
    standard: standardField('Blocks', { id: 24, ...inNewMail }),
    output: bugIds,
    view: (bug: BugRow, _plan: BugPlan, { blocks }: BugSets) => listOf(blocks, bug, (row) => row.bug_id),
    sets: ['dependencies'],
    create: bugRefs.nullish(),
    update: bugRefsEdit.optional(),
    part: 'dependencies',
    items: ({ blocks }: BugParts['dependencies']) => blocks,
    ...verbatim,
    mailEvent: 'dependency',
  },
  depends_on: {
    description: 'The bugs that this one waits for, as far as the caller may see them: open ones first, then by id.',
    criterion: 'The bugs that they wait for, by number or alias.',
    inputDescription: 'The bugs that this one waits for, by number or alias.',
    kind: 'bugs',
    group: 'links',
    record: recordList(recordId),
    internal: 'dependson',
    standard: standardField('Depends on', { id: 23, ...inNewMail }),
    output: bugIds,
    view: (bug: BugRow, _plan: BugPlan, { depends_on }: BugSets) => listOf(depends_on, bug, (row) => row.depends_on_id),
    sets: ['dependencies'],
    create: bugRefs.nullish(),
    update: bugRefsEdit.optional(),
    part: 'dependencies',
    items: ({ depends_on }: BugParts['dependencies']) => depends_on,
    ...verbatim,
    mailEvent: 'dependency',
  },
  dupe_of: {
    description: 'The bug that this one is a duplicate of, as far as the caller may see it.',
    criterion: 'The bugs that were marked as duplicates of these.',
    inputDescription: 'The bug that this one is a duplicate of, by number or alias.',
    kind: 'bugs',
    group: 'status',
    record: recordId.nullish(),
    internal: 'dup_id',
    output: bugId.nullable(),
    view: (bug: BugRow, _plan: BugPlan, { related }: BugSets) => (related.has(bug.dupe_of ?? 0) ? bug.dupe_of : null),
    sets: ['related'],
    blank: { dupe_of: null },
    update: bugRef.nullish(),
    column: 'dupe_of',
    text: (row: BugRow) => (row.dupe_of === null ? '' : String(row.dupe_of)),
  },
} as const satisfies Record<string, BugField>
