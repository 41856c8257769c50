// The values of the six bugs in every searchable field, and those that the outsider can see.
import { daysAgo, now } from './times.js'

/** The value of a field of one bug. */
export type Held =
  | { readonly one: string }
  /** Any number of values. */
  | { readonly many: readonly string[] }
  /** Texts that are each compared separately, also by negated operators. */
  | { readonly rows: readonly string[] }
  | { readonly number: number }
  | { readonly numbers: readonly number[] }
  | { readonly time: Date | null }
  | { readonly times: readonly Date[] }
  | { readonly day: string | null }
  /** Summary and comments. */
  | { readonly words: readonly [summary: string, comments: readonly string[]] }
  /** When the assignee was last active, as far as known. */
  | { readonly active: Date | null }

export interface Change {
  readonly bug: number
  readonly at: Date
  readonly by: string
  readonly removed?: string
  readonly added?: string
  /** The outsider knows nothing of it. */
  readonly isHidden?: true
}

export interface FieldTable {
  readonly field: string
  /** For bugs 1 to 6. */
  readonly held: readonly Held[]
  /** The values that the outsider can see, if they are fewer. */
  readonly outside?: readonly Held[]
  /** The values to search for; the first equals that of bug 1. */
  readonly values: readonly string[]
  /** The name in history, when changes are found there. */
  readonly history?: string
  /** Changes, where they are not the usual ones. */
  readonly changes?: readonly Change[]
  /** Changes as the outsider sees them, where they are shortened. */
  readonly outsideChanges?: readonly Change[]
  /** 'none': it has no history at all; 'no texts': nothing is removed or added. */
  readonly changeKind?: 'none' | 'no texts'
  /** casesubstring is refused: only the folded text is kept. */
  readonly isFoldedOnly?: true
  /** Only the insider, who is a time tracker too, may search it. */
  readonly isInsidersOnly?: true
}

const one = (...texts: string[]): Held[] => texts.map((text) => ({ one: text }))
const many = (...lists: string[][]): Held[] => lists.map((list) => ({ many: list }))
const rows = (...lists: string[][]): Held[] => lists.map((list) => ({ rows: list }))
const number = (...numbers: number[]): Held[] => numbers.map((value) => ({ number: value }))
const numbers = (...lists: number[][]): Held[] => lists.map((list) => ({ numbers: list }))
const time = (...times: (Date | null)[]): Held[] => times.map((value) => ({ time: value }))
const times = (...lists: Date[][]): Held[] => lists.map((list) => ({ times: list }))
const day = (...days: (string | null)[]): Held[] => days.map((value) => ({ day: value }))
const active = (...last: (Date | null)[]): Held[] => last.map((value) => ({ active: value }))
const words = (...pairs: [string, string[]][]): Held[] => pairs.map((pair) => ({ words: pair }))

const login = (name: string) => `${name}@example.com`
const logins = (...names: string[]) => names.map(login)

/** The changes of a field in history, where the table does not say otherwise. */
const usual: readonly Change[] = [
  { bug: 1, at: daysAgo(3), by: 'bob', removed: 'Old', added: 'New' },
  { bug: 3, at: daysAgo(3), by: 'bob', removed: 'Old', added: 'New' },
  { bug: 4, at: daysAgo(8), by: 'alice', removed: 'New', added: 'Old' },
  { bug: 6, at: daysAgo(5), by: 'bob', removed: '', added: 'New' },
  { bug: 6, at: daysAgo(1), by: 'carl', removed: 'New', added: 'Old' },
]
const ofAttachments: readonly Change[] = [
  ...usual,
  { bug: 5, at: daysAgo(2), by: 'ivan', added: 'New', isHidden: true },
]
const ofBugs: readonly Change[] = [
  { bug: 1, at: daysAgo(3), by: 'bob', added: '2, 3' },
  { bug: 4, at: daysAgo(8), by: 'alice', removed: '3' },
  { bug: 6, at: daysAgo(5), by: 'bob', removed: '1', added: '2' },
]
const ofBugsOutside: readonly Change[] = [
  { bug: 1, at: daysAgo(3), by: 'bob', added: '2' },
  { bug: 6, at: daysAgo(5), by: 'bob', removed: '1', added: '2' },
]
const written: readonly Change[] = [
  { bug: 1, at: daysAgo(6), by: 'alice' },
  { bug: 1, at: daysAgo(2), by: 'ivan', isHidden: true },
  { bug: 2, at: daysAgo(6), by: 'carl' },
  { bug: 3, at: daysAgo(6), by: 'alice' },
  { bug: 4, at: daysAgo(1), by: 'bob' },
  { bug: 5, at: daysAgo(6), by: 'alice' },
  { bug: 5, at: daysAgo(3), by: 'ivan', isHidden: true },
  { bug: 6, at: daysAgo(4), by: 'carl' },
]
const created: readonly Change[] = [
  { bug: 1, at: daysAgo(9), by: 'alice' },
  { bug: 2, at: daysAgo(2), by: 'alice' },
  { bug: 3, at: daysAgo(9), by: 'alice' },
  { bug: 4, at: daysAgo(1), by: 'bob' },
  { bug: 5, at: daysAgo(6), by: 'alice' },
  { bug: 6, at: daysAgo(30), by: 'carl' },
]

const inRows: readonly FieldTable[] = [
  { field: 'bug_id', history: 'id', held: number(1, 2, 3, 4, 5, 6), values: ['1', '3,4', '2.5', 'x'] },
  {
    field: 'short_desc',
    history: 'summary',
    held: one('Crash in UI', 'crash', 'Crash in UI', 'Äh_50%', 'Plain', '100% \\o/ crash-test ÄH'),
    values: ['Crash in UI', 'crash', 'ui,äh', '^c.*(ui|h)$', 'in?', '0%', 'o/'],
  },
  {
    field: 'status_whiteboard',
    history: 'whiteboard',
    held: one('[a] b', '', '[a] b', 'B', '', 'c,d 50%'),
    values: ['[a] b', 'b', '%', 'c,d'],
  },
  {
    field: 'bug_file_loc',
    history: 'url',
    held: one('http://x/1', '', 'http://x/1', 'HTTP://X/2', '', 'ftp://y'),
    values: ['http://x/1', 'x', '^[a-z]+://[xy]'],
  },
  {
    field: 'product',
    history: 'product',
    held: one('Widgets', 'Gadgets', 'Widgets', 'Widgets', 'Widgets', 'Gadgets'),
    values: ['widgets', 'gets', 'w.dg'],
  },
  {
    field: 'component',
    history: 'component',
    held: one('UI', 'Main', 'UI', 'Core', 'Core', 'Main'),
    values: ['ui', 'core,Main', 'I'],
  },
  {
    field: 'version',
    history: 'version',
    held: one('1.0', 'unspecified', '1.0', '2.0', '1.0', 'unspecified'),
    values: ['1.0', '0'],
  },
  {
    field: 'target_milestone',
    history: 'target_milestone',
    held: one('M1', '---', 'M1', '---', '---', '---'),
    values: ['m1', '---', '1'],
  },
  {
    field: 'classification',
    history: 'classification',
    held: one(...Array.from({ length: 6 }, () => 'Unclassified')),
    values: ['unclassified', 'x'],
  },
  {
    field: 'bug_status',
    history: 'status',
    held: one('CONFIRMED', 'RESOLVED', 'CONFIRMED', 'IN_PROGRESS', 'UNCONFIRMED', 'VERIFIED'),
    values: ['confirmed', 'IN', 'resolved,x', 'ED$'],
  },
  {
    field: 'resolution',
    history: 'resolution',
    held: one('', 'FIXED', '', '', '', 'INVALID'),
    values: ['fixed', 'FIX', 'I'],
  },
  {
    field: 'priority',
    history: 'priority',
    held: one('High', 'Normal', 'High', '---', 'Normal', 'Normal'),
    values: ['high', '---', 'normal'],
  },
  {
    field: 'bug_severity',
    history: 'severity',
    held: one('major', 'major', 'major', 'enhancement', 'major', 'trivial'),
    values: ['major', 'trivial,x', 'e'],
  },
  {
    field: 'rep_platform',
    history: 'platform',
    held: one('PC', 'PC', 'PC', 'Macintosh', 'PC', 'PC'),
    values: ['pc', 'mac'],
  },
  {
    field: 'op_sys',
    history: 'op_sys',
    held: one('Linux', 'Linux', 'Linux', 'Mac OS', 'Linux', 'Linux'),
    values: ['linux', 'mac os', 'OS'],
  },
  {
    field: 'assigned_to',
    history: 'assigned_to',
    held: one(...logins('bob', 'carl', 'bob', 'alice', 'ivan', 'carl')),
    values: [login('BOB'), 'example,bob', 'alice', '^(a|c)'],
  },
  {
    field: 'reporter',
    history: 'creator',
    held: one(...logins('alice', 'alice', 'alice', 'bob', 'alice', 'carl')),
    values: [login('alice'), 'car,bo'],
  },
  {
    field: 'qa_contact',
    history: 'qa_contact',
    held: many(logins('ivan'), [], logins('ivan'), logins('bob'), [], []),
    values: [login('ivan'), 'example'],
  },
  {
    field: 'assigned_to_realname',
    history: 'assigned_to_realname',
    held: one('Bob Example', 'Carl Example', 'Bob Example', 'Alice Example', 'Ivan Example', 'Carl Example'),
    values: ['bob example', 'Example', 'a.*e'],
  },
  {
    field: 'reporter_realname',
    history: 'reporter_realname',
    held: one('Alice Example', 'Alice Example', 'Alice Example', 'Bob Example', 'Alice Example', 'Carl Example'),
    values: ['alice example', 'bob'],
  },
  {
    field: 'qa_contact_realname',
    history: 'qa_contact_realname',
    held: many(['Ivan Example'], [], ['Ivan Example'], ['Bob Example'], [], []),
    values: ['ivan example', 'bob'],
  },
  { field: 'everconfirmed', history: 'is_confirmed', held: number(1, 0, 1, 1, 0, 1), values: ['1', 'false', '0'] },
  { field: 'is_open', history: 'is_open', held: number(1, 0, 1, 1, 1, 0), values: ['true', '0'] },
  { field: 'cclist_accessible', history: 'is_cc_accessible', held: number(1, 1, 1, 0, 1, 1), values: ['1', '0'] },
  {
    field: 'reporter_accessible',
    history: 'is_creator_accessible',
    held: number(1, 1, 1, 1, 1, 0),
    values: ['1', '0'],
  },
  {
    field: 'creation_ts',
    held: time(daysAgo(9), daysAgo(2), daysAgo(9), daysAgo(1), daysAgo(6), daysAgo(30)),
    values: ['2026-02-20T12:00:00Z', '2d', '2026-02', '02-2', ':00$'],
    changes: created,
    changeKind: 'no texts',
  },
  {
    field: 'delta_ts',
    history: 'last_change_time',
    held: time(daysAgo(1.5), daysAgo(1), daysAgo(1.5), now, daysAgo(3), daysAgo(4)),
    values: ['2026-02-28T00:00:00Z', '1d', '12:00'],
  },
  { field: 'days_elapsed', history: 'days_elapsed', held: number(1, 1, 1, 0, 3, 4), values: ['1', '0.5', '0', '[34]'] },
  {
    field: 'deadline',
    history: 'deadline',
    held: day('2026-03-05', null, '2026-03-05', '2026-02-20', null, '2026-12-31'),
    values: ['2026-03-05', '+4d', '2026', '02', '31$'],
  },
  {
    field: 'longdescs.count',
    history: 'longdescs.count',
    held: number(2, 1, 1, 1, 2, 1),
    outside: number(1, 1, 1, 1, 1, 1),
    values: ['2', '1'],
  },
  { field: 'votes', history: 'votes', held: number(2, 0, 2, 0, 0, 12), values: ['2', '0', '1', '2$'] },
  {
    field: 'estimated_time',
    history: 'estimated_time',
    held: number(2.5, 0, 2.5, 8, 0, 1.25),
    values: ['2.5', '0', '^1\\.'],
    isInsidersOnly: true,
  },
  {
    field: 'remaining_time',
    history: 'remaining_time',
    held: number(1.5, 0, 1.5, 0.5, 0, 0),
    values: ['1.5', '0', '5'],
    isInsidersOnly: true,
  },
  {
    field: 'work_time',
    held: number(1, 0, 1, 0, 0, 3),
    values: ['1', '0.5'],
    changes: written.filter(({ bug }) => [1, 3, 4].includes(bug)),
    changeKind: 'no texts',
    isInsidersOnly: true,
  },
  {
    field: 'percentage_complete',
    history: 'percentage_complete',
    held: number(40, 0, 40, 0, 0, 100),
    values: ['40', '39.5', '0', '^.{2,}$'],
    isInsidersOnly: true,
  },
]

const inRelatedRows: readonly FieldTable[] = [
  {
    field: 'cc',
    history: 'cc',
    held: many(logins('carl', 'bob'), [], logins('carl', 'bob'), logins('ivan'), [], logins('eve')),
    values: [login('carl'), 'carl,bob', 'example'],
  },
  {
    field: 'alias',
    history: 'alias',
    held: many(['Foo', 'bar'], [], ['baz'], ['foobar'], [], ['Ä-1']),
    values: ['foo', 'foo,bar', 'ba', 'ä'],
  },
  {
    field: 'keywords',
    history: 'keywords',
    held: many(['crash', 'regression'], [], ['crash', 'regression'], ['regression'], [], ['crash']),
    values: ['crash', 'crash,regression', 'ress'],
  },
  {
    field: 'dependson',
    history: 'depends_on',
    held: numbers([2, 3], [], [2], [2], [3], [1, 4]),
    outside: numbers([2], [], [2], [2], [], [1, 4]),
    values: ['2', '3', '2,3', '[34]'],
    changes: ofBugs,
    outsideChanges: ofBugsOutside,
  },
  {
    field: 'blocked',
    history: 'blocks',
    held: numbers([6], [1, 3, 4], [1, 5], [6], [], []),
    outside: numbers([6], [1, 4], [1, 5], [6], [], []),
    values: ['6', '1', '3,4'],
    changes: ofBugs,
    outsideChanges: ofBugsOutside,
  },
  {
    field: 'dup_id',
    history: 'dupe_of',
    held: numbers([2], [], [2], [6], [3], [1]),
    outside: numbers([2], [], [2], [6], [], [1]),
    values: ['2', '3', '1,3', '[36]'],
    changes: ofBugs,
    outsideChanges: ofBugsOutside,
  },
  {
    field: 'see_also',
    history: 'see_also',
    held: many(
      ['http://a/1', 'http://b/2', 'show_bug.cgi?id=3'],
      ...[[], ['http://a/1'], ['http://c/3'], ['show_bug.cgi?id=3'], ['HTTP://A/10']],
    ),
    outside: many(['http://a/1', 'http://b/2'], [], ['http://a/1'], ['http://c/3'], [], ['HTTP://A/10']),
    values: ['HTTP://A/1', 'b', '3$'],
  },
  { field: 'bug_group', history: 'groups', held: many([], [], ['secret'], [], [], []), values: ['secret', 'sec'] },
  {
    field: 'tag',
    history: 'tag',
    held: many([], [], [], [], ['odd'], []),
    outside: many(['odd'], [], ['odd'], ['even'], [], ['odd', 'even']),
    values: ['odd', 'even,odd', 'o'],
  },
  {
    field: 'code_link',
    held: many(['Fix it', 'Log more'], [], ['Fix it'], ['50% of it'], ['Fix it'], []),
    outside: many(['Fix it'], [], ['Fix it'], ['50% of it'], [], []),
    values: ['FIX it', 'it', 'more', 'x.it'],
    changeKind: 'none',
  },
  {
    field: 'code_link.state',
    held: many(['merged', 'open'], [], ['merged'], ['draft'], ['merged'], []),
    outside: many(['merged'], [], ['merged'], ['draft'], [], []),
    values: ['Merged', 'open', 'r'],
    changeKind: 'none',
  },
  {
    field: 'code_link.repository',
    held: many(
      ['git.example.com/a/b', 'git.example.com/c'],
      [],
      ['git.example.com/a/b'],
      ['git.example.com/c'],
      ['git.example.com/a/b'],
      [],
    ),
    outside: many(['git.example.com/a/b'], [], ['git.example.com/a/b'], ['git.example.com/c'], [], []),
    values: ['git.example.com/A/b', '/c', 'b$'],
    changeKind: 'none',
  },
  {
    field: 'last_visit_ts',
    held: times([], [], [], [], [daysAgo(2)], []),
    outside: times([daysAgo(2)], [], [daysAgo(2)], [daysAgo(1)], [], []),
    values: ['2026-02-27T12:00:00Z', '1d', '02-28'],
    changeKind: 'none',
  },
  {
    field: 'longdesc',
    held: rows(
      ...[['First words', 'private note'], ['words'], ['First words'], ['Other text'], ['Plain', 'private words']],
      ['50%_off \\ words-first'],
    ),
    outside: rows(['First words'], ['words'], ['First words'], ['Other text'], ['Plain'], ['50%_off \\ words-first']),
    values: ['First words', 'words', 'first,note', 'w.rds$', '%_'],
    changes: written,
    changeKind: 'no texts',
  },
  {
    field: 'commenter',
    history: 'commenter',
    held: many(
      ...[logins('alice', 'ivan'), logins('carl'), logins('alice'), logins('bob')],
      ...[logins('alice', 'ivan'), logins('carl')],
    ),
    outside: many(...['alice', 'carl', 'alice', 'bob', 'alice', 'carl'].map((name) => logins(name))),
    values: [login('alice'), login('ivan'), 'bob'],
  },
  {
    field: 'longdescs.isprivate',
    history: 'longdescs.isprivate',
    held: numbers([0, 1], [0], [0], [0], [0, 1], [0]),
    values: ['1', '0'],
    isInsidersOnly: true,
  },
  {
    field: 'comment_tag',
    history: 'comment_tag',
    held: many(['old', 'spam'], ['old'], ['old'], [], ['spam'], ['Old-ish']),
    outside: many(['old'], ['old'], ['old'], [], [], ['Old-ish']),
    values: ['OLD', 'spam', 'sh'],
  },
  {
    field: 'attachments.description',
    history: 'attachments.description',
    held: many(['Patch', 'Log'], [], ['Patch'], ['Screen shot'], ['Patch'], ['Two words']),
    outside: many(['Patch'], [], ['Patch'], ['Screen shot'], [], ['Two words']),
    values: ['patch', 'log,patch', 'o'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.filename',
    history: 'attachments.filename',
    held: many(['fix.diff', 'run.log'], [], ['fix.diff'], ['Shot.PNG'], ['fix.diff'], ['a b.txt']),
    outside: many(['fix.diff'], [], ['fix.diff'], ['Shot.PNG'], [], ['a b.txt']),
    values: ['FIX.diff', 'log', 'PNG', 't$'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.mimetype',
    history: 'attachments.mimetype',
    held: many(['text/plain', 'text/x-log'], [], ['text/plain'], ['image/png'], ['text/plain'], ['text/plain']),
    outside: many(['text/plain'], [], ['text/plain'], ['image/png'], [], ['text/plain']),
    values: ['TEXT/plain', 'log', 'image'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.ispatch',
    history: 'attachments.ispatch',
    held: numbers([1, 0], [], [1], [0], [1], [0]),
    outside: numbers([1], [], [1], [0], [], [0]),
    values: ['1', '0'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.isobsolete',
    history: 'attachments.isobsolete',
    held: numbers([0, 1], [], [0], [0], [0], [1]),
    outside: numbers([0], [], [0], [0], [], [1]),
    values: ['0', '1'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.isprivate',
    history: 'attachments.isprivate',
    held: numbers([0, 1], [], [0], [0], [1], [0]),
    outside: numbers([0], [], [0], [0], [], [0]),
    values: ['0', '1'],
    changes: ofAttachments,
  },
  {
    field: 'attachments.submitter',
    history: 'attachments.submitter',
    held: many(logins('alice', 'ivan'), [], logins('alice'), logins('bob'), logins('ivan'), logins('carl')),
    outside: many(logins('alice'), [], logins('alice'), logins('bob'), [], logins('carl')),
    values: [login('alice'), login('ivan'), 'example'],
    changes: ofAttachments,
  },
  {
    field: 'attach_data.thedata',
    history: 'attach_data.thedata',
    held: many(['needle one', 'needle two'], [], ['needle one'], ['pixels'], ['needle one'], ['thread']),
    outside: many(['needle one'], [], ['needle one'], ['pixels'], [], ['thread']),
    values: ['needle one', 'needle', 'TWO', 'd$'],
    changes: ofAttachments,
    isFoldedOnly: true,
  },
  {
    field: 'flagtypes.name',
    history: 'flagtypes.name',
    held: many(['review?', 'secret+'], [], ['review?'], ['review-'], ['secret?'], ['review+']),
    outside: many(['review?'], [], ['review?'], ['review-'], [], ['review+']),
    values: ['review?', 'review', 'secret+,review-'],
    changes: ofAttachments,
  },
  {
    field: 'requestees.login_name',
    history: 'requestees.login_name',
    held: many(logins('carl'), [], logins('carl'), [], logins('bob'), []),
    outside: many(logins('carl'), [], logins('carl'), [], [], []),
    values: [login('carl'), 'example', 'bob'],
  },
  {
    field: 'setters.login_name',
    history: 'setters.login_name',
    held: many(logins('alice', 'ivan'), [], logins('alice'), logins('bob'), logins('ivan'), logins('carl')),
    outside: many(logins('alice'), [], logins('alice'), logins('bob'), [], logins('carl')),
    values: [login('alice'), login('ivan'), 'example'],
  },
]

const custom: readonly FieldTable[] = [
  {
    field: 'cf_text',
    history: 'cf_text',
    held: one('Red', '', 'Red', 'Blue', '', 'R%d_\\'),
    values: ['red', 'e', '%d_'],
  },
  {
    field: 'cf_choice',
    history: 'cf_choice',
    held: one('small', '---', 'small', 'big', '---', 'big'),
    values: ['SMALL', '---', 'big,small', '^b'],
  },
  {
    field: 'cf_choices',
    history: 'cf_choices',
    held: many(['a', 'b'], [], ['a', 'b'], ['c'], [], ['a', 'c']),
    values: ['a', 'a,b', 'c'],
  },
  { field: 'cf_number', history: 'cf_number', held: number(7, 0, 7, 5, 0, -12), values: ['7', '0', '6.5', '1', '-12'] },
  {
    field: 'cf_bug',
    history: 'cf_bug',
    held: number(3, 0, 2, 2, 3, 6),
    outside: number(0, 0, 2, 2, 0, 6),
    values: ['3', '2', '1', '0'],
    changes: ofBugs,
    outsideChanges: ofBugsOutside,
  },
  {
    field: 'cf_when',
    history: 'cf_when',
    held: time(daysAgo(3), null, daysAgo(3), daysAgo(1), null, daysAgo(10)),
    values: ['2026-02-26T12:00:00Z', '2d', '1970', '02-2'],
  },
  {
    field: 'cf_day',
    history: 'cf_day',
    held: time(new Date('2026-02-26T00:00:00Z'), null, new Date('2026-02-26T00:00:00Z'), null, null, null),
    values: ['2026-02-26', '2d', '-26 '],
  },
]

const commented: readonly string[][] = [
  ['First words'],
  ['words'],
  ['First words'],
  ['Other text'],
  ['Plain'],
  ['50%_off \\ words-first'],
]
const summaries = ['Crash in UI', 'crash', 'Crash in UI', 'Äh_50%', 'Plain', '100% \\o/ crash-test ÄH']
const hidden = [['private note'], [], [], [], ['private words'], []]

const throughout: readonly FieldTable[] = [
  {
    field: 'content',
    held: words(
      ...summaries.map((summary, at): [string, string[]] => [
        summary,
        [...(commented[at] ?? []), ...(hidden[at] ?? [])],
      ]),
    ),
    outside: words(...summaries.map((summary, at): [string, string[]] => [summary, commented[at] ?? []])),
    values: ['crash', 'words note', '"first words"', 'words FIRST', '50%', 'plain private'],
    changeKind: 'none',
  },
  {
    field: 'owner_idle_time',
    held: active(daysAgo(1), daysAgo(1), daysAgo(1), daysAgo(6), daysAgo(2), daysAgo(1)),
    outside: active(daysAgo(1), daysAgo(1), daysAgo(1), daysAgo(6), null, daysAgo(1)),
    values: ['2d', '5d', '12h', '2026-02-24'],
    changeKind: 'none',
  },
]

export const expectations: readonly FieldTable[] = [...inRows, ...inRelatedRows, ...custom, ...throughout]

/** The history of a field. */
export function changesOf({ history, changes = usual }: FieldTable): readonly Change[] {
  return history === undefined ? [] : changes
}
