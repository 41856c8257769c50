// Searches for as much as possible at once.
import type { Dice } from './dice.js'
import type { Setting } from './setting.js'
import { text } from './texts.js'

export const searchColumns = [
  'longdesc',
  'longdescs.isprivate',
  'attachments.filename',
  'attachments.description',
  'attach_data.thedata',
  'short_desc',
  'status_whiteboard',
  'alias',
  'bug_file_loc',
  'product',
  'component',
  'tag',
  'comment_tag',
  'content',
  'keywords',
  'bug_group',
  'requestees.login_name',
  'cc',
  'commenter',
  'see_also',
  'blocked',
  'work_time',
  'assigned_to',
  'bug_status',
  'delta_ts',
  'flagtypes.name',
  'days_elapsed',
  'owner_idle_time',
  'nonsense',
]
const operators = [
  'equals',
  'notequals',
  'substring',
  'casesubstring',
  'notsubstring',
  'anywordssubstr',
  'allwordssubstr',
  'anywords',
  'allwords',
  'nowords',
  'regexp',
  'notregexp',
  'lessthan',
  'greaterthan',
  'changedfrom',
  'changedto',
  'changedby',
  'changedafter',
  'changedbefore',
  'anyexact',
  'isempty',
  'isnotempty',
  'matches',
  'notmatches',
  'nonsense',
]

/** How many criteria a search has: seldom very many, or these few would take most of the time. */
export function searchSize(dice: Dice): number {
  return dice.oneIn(25) ? dice.oneOf([201, 2_000]) : dice.oneOf([1, 1, 1, 2, 2, 5, 20])
}

/** `count` criteria of one kind. */
export function searchPairs(dice: Dice, setting: Setting, count: number): string[][] {
  const value = () => text(dice, setting).slice(0, 500)
  const each = (make: (n: number) => string[][]) => Array.from({ length: count }, (_, n) => make(n)).flat()
  const kind = dice.oneOf(['charts', 'words', 'columns', 'values', 'keys', 'old charts', 'emails'])
  switch (kind) {
    case 'charts':
      return each((n) => [
        [`f${n}`, dice.oneIn(10) ? dice.oneOf(['OP', 'CP']) : dice.oneOf(searchColumns)],
        [`o${n}`, dice.oneOf(operators)],
        [`v${n}`, value()],
        ...(dice.oneIn(5) ? [[`j${n}`, dice.oneOf(['OR', 'AND_G', 'AND'])]] : []),
      ])
    case 'words':
      return [
        [dice.oneOf(['quicksearch', 'content', 'summary', 'longdesc']), each(() => [[value().slice(0, 20)]]).join(' ')],
      ]
    case 'columns':
      return [['order', each(() => [[`${dice.oneOf(searchColumns)} DESC`]]).join(',')]]
    case 'values':
      return each(() => [[dice.oneOf(['id', 'product', 'status', 'alias', 'cc', 'keywords']), value()]])
    case 'keys':
      return each((n) => [[`unknown${n}`, value()]])
    case 'old charts':
      return each((n) => [
        [`field${n % 7}-${n % 5}-${n}`, dice.oneOf(searchColumns)],
        [`type${n % 7}-${n % 5}-${n}`, dice.oneOf(operators)],
        [`value${n % 7}-${n % 5}-${n}`, value()],
      ])
    default:
      return each((n) => [
        [`email${n}`, value()],
        [`emailtype${n}`, dice.oneOf(operators)],
        [`emailcc${n}`, '1'],
        [`emaillongdesc${n}`, '1'],
      ])
  }
}
