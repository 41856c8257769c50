// Every field of bugs, in the order of responses: the only place where a field is declared. A new text field is an
// entry here, a column in schema/bugs.ts and a migration. Custom fields are never declared here.
import * as z from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Catalogue } from '../../../setup/catalogue.js'
import { fieldTypes } from '../../../setup/field-types.js'
import { inNewMail, mandatory, standardField } from '../../../setup/standard-fields.js'
import { flagChange } from '../../flags/input.js'
import { flag, viewFlag } from '../../flags/flag.js'
import { list, word } from '../../../call/define/inputs.js'
import type { BugParts } from './bug-parts.js'
import type { BugField, Names } from './field.js'
import {
  chosenValueField,
  dayField,
  hoursField,
  legalValueField,
  switchField,
  textField,
  timeField,
} from './field-kinds.js'
import { addRemove, addRemoveSet, aliasEdit, aliases, groupNames, summary, words } from './input-values.js'
import { recordAnyName, recordLine, recordList, recordName } from './record-values.js'
import { peopleFields } from './people-fields.js'
import { placeFields } from './place-fields.js'
import { relatedBugFields, verbatim } from './related-bug-fields.js'
import { requestedFields } from './requested-fields.js'
import { loginOf, personIn, type BugPlan, type BugSets } from './view-context.js'

const { singleSelect, dateTime, bugUrls, keywords: keywordsType } = fieldTypes

export const bugFields = {
  id: {
    description: 'ID of the bug.',
    kind: 'other',
    internal: 'bug_id',
    standard: standardField('Bug #', { id: 1, ...inNewMail }),
    output: z.int().meta({ ref: 'bug' }),
    view: (bug: BugRow) => bug.id,
    reads: ['id'],
    search: { kind: 'int', column: 'id' },
  },
  alias: {
    description: 'Aliases of the bug, in alphabetical order. At most 40 characters each, unique in the tracker.',
    criterion: 'Aliases, any of which matches.',
    kind: 'names',
    group: 'planning',
    record: recordList(recordName),
    standard: standardField('Alias', { id: 38 }),
    output: z.array(z.string()),
    view: (_bug: BugRow, _plan: BugPlan, { aliases }: BugSets) => aliases.map((row) => row.alias),
    reads: [],
    sets: ['aliases'],
    create: z.union([word, aliases]).nullish(),
    update: aliasEdit.nullish(),
    inputDescription:
      'Aliases, each at most 40 characters, not a number, and unique. A string or a list replaces all of ' + 'them.',
    part: 'aliases',
    items: (aliases: BugParts['aliases']) => aliases,
    ...verbatim,
  },
  summary: {
    description: 'Summary of 1 to 255 characters.',
    criterion: 'Part of the summary, not split at spaces.',
    ...textField('summary', 'summary_folded'),
    bulk: false,
    record: recordLine,
    internal: 'short_desc',
    standard: standardField('Summary', { id: 2, ...mandatory }),
    create: summary.nullish(),
    update: summary.nullish(),
    columns(given: string | null, _catalogue: Catalogue, field: string): Partial<BugRow> {
      if (given === null) throw new TrackerError('require_summary', { field, value: null })
      return { summary: given }
    },
    plain: 'substring',
    quicksearch: ['summary'],
  },
  status: {
    description: 'Status in the workflow.',
    criterion: 'Names of statuses; `__open__`, `__closed__` and `__all__` stand for several.',
    ...legalValueField('status'),
    group: 'status',
    values: ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED'],
    internal: 'bug_status',
    standard: standardField('Status', { id: 9, ...inNewMail, type: singleSelect }),
    quicksearch: ['status'],
    isWholeOnly: true,
    rights: 'own rules',
    mailHeader: 'X-Tracker-Status',
    mailEvent: 'management',
  },
  resolution: {
    description: 'Resolution. Empty while the bug is open.',
    criterion: "`''` and `'---'` find open bugs.",
    ...legalValueField('resolution'),
    group: 'status',
    record: recordAnyName.default(''),
    values: ['', 'FIXED', 'INVALID', 'WONTFIX', 'DUPLICATE', 'WORKSFORME'],
    standard: standardField('Resolution', { id: 12, type: singleSelect }),
    mailHeader: 'X-Tracker-Resolution',
    mailEvent: 'resolution',
  },
  is_open: {
    description: 'Whether the bug is open.',
    criterion: 'Whether they are open.',
    kind: 'other',
    output: z.boolean(),
    view: (bug: BugRow) => bug.is_open,
    reads: ['is_open'],
    search: { kind: 'bool', column: 'is_open' },
  },
  is_confirmed: {
    description: 'The bug was confirmed: it has had an open status other than UNCONFIRMED.',
    kind: 'switch',
    group: 'status',
    record: z.boolean(),
    internal: 'everconfirmed',
    standard: standardField('Ever Confirmed', { id: 39 }),
    output: z.boolean(),
    view: (bug: BugRow) => bug.is_confirmed,
    reads: ['is_confirmed'],
    column: 'is_confirmed',
    ownText: (row: BugRow) => (row.is_confirmed ? '1' : '0'),
    search: { kind: 'bool', column: 'is_confirmed' },
  },
  ...placeFields,
  op_sys: {
    description: 'Operating system.',
    ...chosenValueField('op_sys', 'defaultopsys'),
    group: 'place',
    bulk: false,
    values: ['All', 'Windows', 'Mac OS', 'Linux', 'Other'],
    standard: standardField('OS/Version', { id: 8, ...inNewMail, type: singleSelect }),
    quicksearch: ['os'],
  },
  platform: {
    description: 'Hardware platform.',
    ...chosenValueField('platform', 'defaultplatform'),
    group: 'place',
    bulk: false,
    internal: 'rep_platform',
    values: ['All', 'PC', 'Macintosh', 'Other'],
    standard: standardField('Platform', { id: 6, ...inNewMail, type: singleSelect }),
    quicksearch: ['platform'],
    isWholeOnly: true,
  },
  priority: {
    description: 'Priority.',
    ...chosenValueField('priority', 'defaultpriority'),
    group: 'status',
    values: ['Highest', 'High', 'Normal', 'Low', 'Lowest', '---'],
    standard: standardField('Priority', { id: 14, ...inNewMail, type: singleSelect }),
    rights: 'priority',
    mailHeader: 'X-Tracker-Priority',
    mailEvent: 'management',
  },
  severity: {
    description: 'Severity.',
    ...chosenValueField('severity', 'defaultseverity'),
    group: 'status',
    internal: 'bug_severity',
    values: ['blocker', 'critical', 'major', 'normal', 'minor', 'trivial', 'enhancement'],
    standard: standardField('Severity', { id: 13, ...inNewMail, type: singleSelect }),
    quicksearch: ['severity'],
    isWholeOnly: true,
    mailHeader: 'X-Tracker-Severity',
    mailEvent: 'management',
  },
  ...peopleFields,
  ...relatedBugFields,
  keywords: {
    description: 'Keywords, by name.',
    criterion: 'All of these keywords.',
    kind: 'keywords',
    group: 'planning',
    record: recordList(recordName),
    standard: standardField('Keywords', { id: 11, ...inNewMail, type: keywordsType }),
    output: z.array(z.string().meta({ ref: 'keyword' })),
    view: (_bug: BugRow, _plan: BugPlan, { keywords }: BugSets) => keywords.map((keyword) => keyword.name),
    reads: [],
    sets: ['keywords'],
    create: words.nullish(),
    update: addRemoveSet(words).optional(),
    part: 'keywords',
    items: (keywords: BugParts['keywords']) => keywords,
    itemText: (id: number | string, { catalogue }: Names) => catalogue.keywords.get(Number(id))?.name ?? '',
    quicksearch: ['kw'],
    mailEvent: 'keywords',
  },
  groups: {
    description: 'Names of the groups to which the bug is restricted: system groups first, then by name.',
    criterion: 'Names of groups to which the bugs are restricted.',
    inputDescription:
      'Names of the groups to which the bug is restricted. A new bug without any is restricted to the default ' +
      'groups of the product, with `[]` only to the mandatory ones.',
    kind: 'groups',
    group: 'visibility',
    record: recordList(recordName),
    internal: 'bug_group',
    standard: standardField('Group', { id: 42, ...inNewMail }),
    output: z.array(z.string().meta({ ref: 'group' })),
    view: (_bug: BugRow, _plan: BugPlan, { groups }: BugSets) => groups.map((group) => group.name),
    reads: [],
    sets: ['groups'],
    create: groupNames.nullish(),
    update: addRemove(groupNames).optional(),
    part: 'groups',
    items: (groups: BugParts['groups']) => groups,
    itemText: (id: number | string, { catalogue }: Names) => catalogue.groups.get(Number(id))?.name ?? '',
    rights: 'own rules',
    quicksearch: ['group'],
    isWholeOnly: true,
  },
  flags: {
    description:
      'Flags, by the sort key and name of their types, then by ID. Flags of attachments are part of the ' +
      'attachments.',
    kind: 'other',
    output: z.array(flag),
    view: (_bug: BugRow, plan: BugPlan, { flags, people }: BugSets) =>
      flags.map((row) => {
        const type = plan.call.catalogue.flagTypes.get(row.type_id)
        if (!type) throw new Error(`flag ${row.id} has no type`)
        return plan.cutFlag(viewFlag(row, type, (id) => loginOf(plan, personIn({ people }, id))))
      }),
    reads: [],
    sets: ['flags', 'people'],
    inputDescription: 'Flags to set, change or clear.',
    create: list(flagChange).nullish(),
    update: list(flagChange).nullish(),
  },
  see_also: {
    description: 'URLs of related bugs in this tracker and others, oldest link first.',
    criterion: 'URLs of bugs in other trackers.',
    inputDescription: 'URLs of bugs in this tracker and others.',
    kind: 'urls',
    group: 'links',
    record: recordList(recordLine),
    standard: standardField('See Also', { id: 55, type: bugUrls }),
    output: z.array(z.string()),
    view: (_bug: BugRow, _plan: BugPlan, { see_also }: BugSets) => see_also.map((row) => row.url),
    reads: [],
    sets: ['see_also'],
    create: words.nullish(),
    update: addRemove(words).optional(),
    usedWith: 'use_see_also',
    part: 'see_also',
    items: (links: BugParts['see_also']) => Array.from(links.values(), (link) => link.url),
    ...verbatim,
  },
  url: {
    description: 'URL related to the bug.',
    ...textField('url', 'url_folded'),
    group: 'place',
    bulk: false,
    internal: 'bug_file_loc',
    standard: standardField('URL', { id: 7, ...inNewMail }),
    columns: (given: string | null): Partial<BugRow> => ({ url: given?.trim() ?? '' }),
    // Forms prefill the scheme; without more it is no URL.
    initial: (given: string | null): Partial<BugRow> => ({
      url: given?.trim() === 'http://' ? '' : (given?.trim() ?? ''),
    }),
    keepsCommas: true,
    quicksearch: ['url'],
    isWholeOnly: true,
  },
  whiteboard: {
    description: 'Free text for notes and labels.',
    criterion: 'Part of the whiteboard.',
    ...textField('whiteboard', 'whiteboard_folded', 'usestatuswhiteboard'),
    group: 'planning',
    bulk: false,
    internal: 'status_whiteboard',
    standard: standardField('Status Whiteboard', { id: 10, ...inNewMail }),
    plain: 'substring',
    quicksearch: ['whiteboard', 'sw'],
    isWholeOnly: true,
  },
  deadline: {
    description: 'Deadline, YYYY-MM-DD.',
    inputDescription: 'Deadline, YYYY-MM-DD; an empty string or null for none.',
    ...dayField('deadline'),
    group: 'planning',
    bulk: false,
    standard: standardField('Deadline', { id: 45, ...inNewMail, type: dateTime }),
    changedBy: 'time tracker',
  },
  creation_time: {
    description: 'Time when the bug was filed.',
    criterion: 'Created at or after this time.',
    ...timeField('creation_time'),
    internal: 'creation_ts',
    standard: standardField('Creation date', { id: 33 }),
  },
  last_change_time: {
    description: 'Time of the last change.',
    criterion: 'Last changed at or after this time.',
    ...timeField('last_change_time'),
    internal: 'delta_ts',
    standard: standardField('Last changed date', { id: 34 }),
  },
  is_cc_accessible: {
    description: 'Users on the CC list can see the bug even if they are not in its groups.',
    ...switchField('is_cc_accessible'),
    group: 'visibility',
    record: z.boolean().default(true),
    internal: 'cclist_accessible',
    standard: standardField('CC Accessible', { id: 41 }),
    blank: { is_cc_accessible: true },
    isWholeOnly: true,
  },
  is_creator_accessible: {
    description: 'The reporter can see the bug even if not in its groups.',
    ...switchField('is_creator_accessible'),
    group: 'visibility',
    record: z.boolean().default(true),
    internal: 'reporter_accessible',
    standard: standardField('Reporter Accessible', { id: 40 }),
    blank: { is_creator_accessible: true },
    isWholeOnly: true,
  },
  estimated_time: {
    description: 'Estimated hours. Only for members of the time-tracking group.',
    inputDescription: 'Estimated hours, 0 to 99,999.99. Only for members of the time-tracking group.',
    ...hoursField('estimated_time'),
    group: 'time',
    standard: standardField('Estimated Hours', { id: 43, ...inNewMail }),
  },
  actual_time: {
    description: 'Hours worked so far. Only for members of the time-tracking group.',
    kind: 'other',
    group: 'time',
    output: z.number().exactOptional(),
    view: (bug: BugRow) => bug.actual_time,
    reads: ['actual_time'],
    blank: { actual_time: 0 },
    seenBy: 'time tracker',
  },
  remaining_time: {
    description: 'Remaining hours. Only for members of the time-tracking group.',
    inputDescription: 'Remaining hours, 0 to 99,999.99. Only for members of the time-tracking group.',
    ...hoursField('remaining_time'),
    group: 'time',
    standard: standardField('Remaining Hours', { id: 44 }),
  },
  ...requestedFields,
} as const satisfies Record<string, BugField>

export type BugFieldName = keyof typeof bugFields

/** The fields with their names, in order. */
export const bugFieldEntries = Object.entries(bugFields) as readonly (readonly [BugFieldName, BugField])[]
