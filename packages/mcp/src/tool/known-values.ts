// Values that a search is given: one that no field has would find nothing, without a word.
import { ToolError } from './answer.js'
import { includes } from './bugs.js'
import { metadataName } from './fields.js'
import { listOf } from './inputs.js'
import type { Context } from './tool.js'

const checked = ['product', 'component', 'target_milestone', 'status', 'resolution', 'priority', 'severity', 'keywords']
const ofProducts: readonly string[] = ['component', 'target_milestone']

/** Words that stand for several values, or for none. */
const stand: Readonly<Record<string, readonly string[]>> = {
  status: ['__open__', '__closed__', '__all__'],
  resolution: ['---', ''],
}
/** Maximum values listed in an error. */
const mostListed = 50

type Criteria = Readonly<Record<string, unknown>>

/** @throws ToolError for a value that its field does not have, naming those it has */
export async function requireKnownValues({ operations, products }: Context, criteria: Criteria): Promise<void> {
  const given = checked.filter((field) => criteria[field] !== undefined)
  if (given.length === 0) return
  const { fields } = await operations.fields.get({ names: given.map(metadataName) })
  for (const field of given) {
    const values = fields.find(({ name }) => name === metadataName(field))?.values ?? []
    const isThere = ({ name, visibility_values }: (typeof values)[number]) =>
      !products ||
      (field === 'product' && includes(products, name)) ||
      (ofProducts.includes(field) && visibility_values.some((product) => includes(products, product))) ||
      (field !== 'product' && !ofProducts.includes(field))
    const names = [...new Set(values.filter(isThere).map(({ name }) => name))].filter((name) => name !== '')
    requireOneOf(field, listOf(criteria[field] as string | readonly string[]) ?? [], names)
  }
}

function requireOneOf(field: string, given: readonly string[], names: readonly string[]): void {
  const accepted = [...names, ...(stand[field] ?? [])]
  const unknown = given.find((value) => !includes(accepted, value.trim()))
  if (unknown === undefined) return
  const listed = accepted.filter((name) => name !== '').slice(0, mostListed)
  const more = accepted.length > mostListed ? `, and ${accepted.length - mostListed} more` : ''
  throw new ToolError(
    'param_invalid',
    53,
    `${field} cannot be ${JSON.stringify(unknown)}. Accepted: ${listed.join(', ')}${more}.`,
  )
}
