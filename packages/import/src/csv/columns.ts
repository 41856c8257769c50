// Maps the columns of a table to fields of bugs.
import { recordNames, type RecordName } from '@trackerkit/core/moving'
import { SourceError } from '../report/source-error.js'

/** Fields that no column gives: the product is that of the import, and rows have neither switches nor hours nor numbers of bugs. */
const notInRows = [
  ...(['product', 'depends_on', 'blocks', 'dupe_of', 'is_confirmed'] as const),
  ...(['is_cc_accessible', 'is_creator_accessible', 'estimated_time', 'remaining_time'] as const),
] satisfies readonly RecordName[]

const isInRows = (name: RecordName): name is Exclude<RecordName, (typeof notInRows)[number]> =>
  !notInRows.some((other) => other === name)

/** Fields of a row, named as in the REST API. Custom fields (`cf_…`) are separate. */
export const csvFields = ['id', 'description', ...recordNames.filter(isInRows)] as const
/** A column that means something: a field of bugs by its name in the API, or a custom field. */
export type CsvField = (typeof csvFields)[number] | `cf_${string}`

/** Other words for them that tables have at their heads. */
const otherWords: Readonly<Record<string, CsvField>> = {
  ...{ title: 'summary', subject: 'summary', text: 'description', body: 'description', details: 'description' },
  ...{
    assignee: 'assigned_to',
    owner: 'assigned_to',
    reporter: 'creator',
    author: 'creator',
    milestone: 'target_milestone',
  },
  ...{ created: 'creation_time', opened: 'creation_time', changed: 'last_change_time', updated: 'last_change_time' },
  ...{ labels: 'keywords', os: 'op_sys', hardware: 'platform', due: 'deadline' },
}

/** An error of the whole table. Rows before it may have been imported. */
export class TableProblem extends SourceError {
  override readonly name = 'TableProblem'
}

const isField = (name: string): name is CsvField =>
  (csvFields as readonly string[]).includes(name) || /^cf_[a-z0-9_]+$/.test(name)

/**
 * The field of each column, undefined for those that are left out.
 *
 * @param map by the head of a column: the field that it stands for, blank to leave it out
 * @throws TableProblem for a column that means nothing, and where there is no summary
 */
export function readHead(head: readonly string[], map: Readonly<Record<string, string>>): (CsvField | undefined)[] {
  for (const column of Object.keys(map))
    if (!head.includes(column)) throw new TableProblem(`there is no column '${column}'; there are ${head.join(', ')}`)
  const fields = head.map((column) => {
    const given = map[column]
    if (given === '') return undefined
    const plain = (given ?? column)
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const field = isField(plain) ? plain : given === undefined ? otherWords[plain] : undefined
    if (field) return field
    throw new TableProblem(
      given === undefined
        ? `nothing is known of the column '${column}'; say what it is (--map '${column}=FIELD'), or leave it out (--map '${column}=')`
        : `there is no field ${given}; there are ${csvFields.join(', ')} and custom fields (cf_…)`,
    )
  })
  const twice = fields.find((field, index) => field !== undefined && fields.indexOf(field) < index)
  if (twice) throw new TableProblem(`two columns are ${twice}`)
  if (!fields.includes('summary')) throw new TableProblem('no column is the summary')
  return fields
}
