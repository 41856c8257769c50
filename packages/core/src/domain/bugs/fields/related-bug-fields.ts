// The other bugs that a bug names.
import * as z from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { bugRef } from '../../../call/define/inputs.js'
import { inNewMail, standardField } from '../../../setup/standard-fields.js'
import type { BugParts } from './bug-parts.js'
import type { BugField } from './field.js'
import { bugRefs, bugRefsEdit } from './input-values.js'
import { recordId, recordItems } from './record-values.js'
import type { BugPlan, BugSets } from './view-context.js'

const bugId = z.int().meta({ ref: 'bug' })
const bugIds = z.array(bugId)
/** Items that are their own text. */
export const verbatim = { itemText: (item: number | string) => String(item) }

export const relatedBugFields = {
  blocks: {
    description: 'IDs of the bugs that this one blocks and the caller can see: open ones first, then by ID.',
    criterion: 'IDs or aliases of the bugs that they block.',
    inputDescription: 'IDs or aliases of the bugs that this one blocks.',
    kind: 'bugs',
    group: 'links',
    record: recordItems(recordId).optional(),
    internal: 'blocked',
    standard: standardField('Blocks', { id: 24, ...inNewMail }),
    output: bugIds,
    view: (_bug: BugRow, _plan: BugPlan, { blocks }: BugSets) => [...blocks],
    reads: [],
    sets: ['dependencies'],
    create: bugRefs.nullish(),
    update: bugRefsEdit.optional(),
    part: 'dependencies',
    items: ({ blocks }: BugParts['dependencies']) => blocks,
    ...verbatim,
    mailEvent: 'dependency',
  },
  depends_on: {
    description: 'IDs of the bugs that this one depends on and the caller can see: open ones first, then by ID.',
    criterion: 'IDs or aliases of the bugs that they depend on.',
    inputDescription: 'IDs or aliases of the bugs that this one depends on.',
    kind: 'bugs',
    group: 'links',
    record: recordItems(recordId).optional(),
    internal: 'dependson',
    standard: standardField('Depends on', { id: 23, ...inNewMail }),
    output: bugIds,
    view: (_bug: BugRow, _plan: BugPlan, { depends_on }: BugSets) => [...depends_on],
    reads: [],
    sets: ['dependencies'],
    create: bugRefs.nullish(),
    update: bugRefsEdit.optional(),
    part: 'dependencies',
    items: ({ depends_on }: BugParts['dependencies']) => depends_on,
    ...verbatim,
    mailEvent: 'dependency',
  },
  dupe_of: {
    description: 'ID of the bug that this one duplicates, if the caller can see it.',
    criterion: 'Bugs whose duplicates are found.',
    inputDescription: 'ID or alias of the bug that this one duplicates.',
    kind: 'bugs',
    group: 'status',
    record: recordId.nullish(),
    internal: 'dup_id',
    output: bugId.nullable(),
    view: (bug: BugRow, _plan: BugPlan, { related }: BugSets) => (related.has(bug.dupe_of ?? 0) ? bug.dupe_of : null),
    reads: ['dupe_of'],
    sets: ['related'],
    blank: { dupe_of: null },
    update: bugRef.nullish(),
    column: 'dupe_of',
    text: (row: BugRow) => (row.dupe_of === null ? '' : String(row.dupe_of)),
  },
} as const satisfies Record<string, BugField>
