// The names that a search takes: most are open-ended in its schema, so they come from the fields that searches know.
import { apiNameOf } from '../../packages/core/src/domain/bugs/fields/names.js'
import { changeNames } from '../../packages/core/src/search/parameters/changes.js'
import { searchNames } from '../../packages/core/src/search/fields/fields.js'
import { textOfCriterion } from './criteria.js'
import { comment } from './typescript.js'

/** Numbered criteria, and those of custom fields. */
const patterns: readonly (readonly [pattern: string, description: string])[] = [
  ["`${'f' | 'o' | 'v' | 'n' | 'j' | 'negate'}${number}`", 'Charts, such as `f1`, `o1`, `v1`.'],
  ["`${'field' | 'type' | 'value'}${number}-${number}-${number}`", 'Charts in the way of older clients.'],
  [
    "`email${'' | 'type' | 'assigned_to' | 'reporter' | 'qa_contact' | 'cc' | 'longdesc'}${number}`",
    'People in several roles at once.',
  ],
]

export const searchValue = `/** What a criterion asks for: one value, or several of which any may match. */
export type SearchValue = string | number | boolean | Date | readonly (string | number | boolean | Date)[] | null`

/** The fields of the input of a search beside those of its schema. */
export function searchFields(shape: Readonly<Record<string, unknown>>): string {
  const compared = [...new Set(searchNames.flatMap((name) => [name, apiNameOf(name)]))]
  const others = [...compared, ...compared.map((name) => `${name}_type`), 'bugidtype', ...changeNames]
  const lines = others
    .filter((name) => !(name in shape))
    .toSorted()
    .map(
      (name) =>
        `${comment(textOfCriterion(name))}readonly ${/^\w+$/.test(name) ? name : `'${name}'`}?: SearchValue | undefined`,
    )
  const open = patterns.map(
    ([pattern, description]) => `${comment(description)}readonly [name: ${pattern}]: SearchValue | undefined`,
  )
  return `${[...lines, ...open].join('\n')}\n`
}
