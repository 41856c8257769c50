// The people of a bug, each with the details that answers have beside the login name.
import * as z from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { inNewMail, standardField } from '../../../setup/standard-fields.js'
import type { BugParts } from './bug-parts.js'
import type { BugField, Names } from './field.js'
import { login, name, personField } from './field-kinds.js'
import { logins, loginsEdit } from './input-values.js'
import { recordAnyName, recordList, recordName } from './record-values.js'
import { userDetail } from './user-detail.js'
import { loginOf, personIn, qaContactOf, type BugPlan, type BugSets } from './view-context.js'

export const peopleFields = {
  assigned_to: {
    description: 'Login of the assignee.',
    group: 'people',
    ...personField('assigned_to_id', 'assigned_to'),
    column: 'assigned_to_id',
    text: (row: BugRow, { login }: Names) => login(row.assigned_to_id),
    standard: standardField('AssignedTo', { id: 16, ...inNewMail }),
    create: name,
    update: name,
    rights: 'assigned',
    quicksearch: ['assignee', 'owner'],
    mailHeader: 'X-Tracker-Assigned-To',
  },
  assigned_to_detail: {
    description: 'Details of `assigned_to`.',
    kind: 'other',
    output: userDetail,
    view: (bug: BugRow, { details, call }: BugPlan, sets: BugSets) =>
      details.assigned_to_detail(personIn(sets, bug.assigned_to_id), call),
    reads: ['assigned_to_id'],
    sets: ['people'],
    detailOf: 'assigned_to',
  },
  creator: {
    description: 'Login of the reporter.',
    group: 'people',
    ...personField('creator_id', 'creator'),
    internal: 'reporter',
    standard: standardField('ReportedBy', { id: 17, ...inNewMail }),
  },
  creator_detail: {
    description: 'Details of `creator`.',
    kind: 'other',
    output: userDetail,
    view: (bug: BugRow, { details, call }: BugPlan, sets: BugSets) =>
      details.creator_detail(personIn(sets, bug.creator_id), call),
    reads: ['creator_id'],
    sets: ['people'],
    detailOf: 'creator',
  },
  qa_contact: {
    description: 'Login of the QA contact. Empty without one, or if QA contacts are disabled.',
    criterion: 'Logins of QA contacts.',
    kind: 'person',
    group: 'people',
    bulk: false,
    record: recordAnyName.nullish(),
    standard: standardField('QAContact', { id: 18, ...inNewMail }),
    output: login,
    view(bug: BugRow, plan: BugPlan, sets: BugSets) {
      const id = qaContactOf(bug, plan.call)
      return id === null ? '' : loginOf(plan, personIn(sets, id))
    },
    reads: ['qa_contact_id'],
    sets: ['people'],
    create: name,
    update: name,
    rights: 'assigned',
    column: 'qa_contact_id',
    text: (row: BugRow, { login }: Names) => (row.qa_contact_id === null ? '' : login(row.qa_contact_id)),
    search: { kind: 'person', column: 'qa_contact_id', relation: 'qa_contact' },
    keepsCommas: true,
    usedWith: 'useqacontact',
  },
  qa_contact_detail: {
    description: 'Details of `qa_contact`. Absent if there is no QA contact.',
    kind: 'other',
    output: userDetail.exactOptional(),
    view(bug: BugRow, { call, details }: BugPlan, sets: BugSets) {
      const id = qaContactOf(bug, call)
      return id === null ? undefined : details.qa_contact_detail(personIn(sets, id), call)
    },
    reads: ['qa_contact_id'],
    sets: ['people'],
    detailOf: 'qa_contact',
  },
  cc: {
    description: 'Logins on the CC list, in alphabetical order.',
    criterion: 'Logins of users on the CC list.',
    kind: 'people',
    group: 'people',
    record: recordList(recordName),
    standard: standardField('CC', { id: 22, ...inNewMail }),
    output: z.array(login),
    view: (_bug: BugRow, plan: BugPlan, { cc }: BugSets) => cc.map((user) => loginOf(plan, user)),
    reads: [],
    sets: ['cc', 'people'],
    inputDescription: 'Logins of users on the CC list.',
    create: logins.nullish(),
    update: loginsEdit.optional(),
    part: 'cc',
    items: (cc: BugParts['cc']) => cc,
    itemText: (id: number | string, { login }: Names) => login(Number(id)),
    rights: 'own rules',
    mailEvent: 'cc',
  },
  cc_detail: {
    description: 'Details of `cc`.',
    kind: 'other',
    output: z.array(userDetail),
    view: (_bug: BugRow, { details, call }: BugPlan, { cc }: BugSets) =>
      cc.map((user) => details.cc_detail(user, call)),
    reads: [],
    sets: ['cc', 'people'],
    detailOf: 'cc',
  },
} as const satisfies Record<string, BugField>
