import { schema, type Reader, type Row } from '../schema/index.js'
import { rowsOf } from '../moving/copy/rows.js'
import { bugFieldEntries } from '../domain/bugs/fields/index.js'
import { internalNameOf } from '../domain/bugs/fields/names.js'
import type { Check } from './check.js'

type Bug = Row<'bugs'>

const ofProduct = { component_id: 'components', version_id: 'versions', target_milestone_id: 'milestones' } as const

/** Columns of bugs with the field whose values they hold. */
const ofField = bugFieldEntries.flatMap(([name, { search }]) =>
  search?.kind === 'field value' ? [[search.column, internalNameOf(name)] as const] : [],
)

/** Values of a bug belong to its product or to the field; resolution and duplicate match the status. */
export const placementCheck: Check = {
  name: 'values of bugs',
  holds:
    'components, versions and milestones are those of the product, values those of the field, and only closed bugs have a resolution',
  async find(tx, tell) {
    const findWrong = await wrongValues(tx)
    for await (const rows of rowsOf(tx, 'bugs', schema.bugs)) {
      for (const bug of rows as unknown as Bug[]) {
        for (const text of findWrong(bug))
          await tell({ check: this.name, place: `bugs ${bug.id}`, text, isRepairable: false })
      }
    }
  },
}

async function wrongValues(tx: Reader): Promise<(bug: Bug) => string[]> {
  const products = new Map<string, number>()
  for (const entity of Object.values(ofProduct))
    for (const { id, product_id } of await tx.select({ from: entity })) products.set(`${entity} ${id}`, product_id)
  const fields = new Map((await tx.select({ from: 'fields' })).map(({ id, name }) => [id, name]))
  const values = new Map((await tx.select({ from: 'legal_values' })).map((value) => [value.id, value]))

  return (bug) => {
    const elsewhere = Object.entries(ofProduct).flatMap(([column, entity]) => {
      const product = products.get(`${entity} ${bug[column as keyof typeof ofProduct]}`)
      return product === undefined || product === bug.product_id ? [] : [`${column} is one of another product`]
    })
    const strange = ofField.flatMap(([column, field]) => {
      const value = values.get(bug[column] ?? 0)
      return !value || fields.get(value.field_id) === field ? [] : [`${column} is a value of another field`]
    })
    const isOpen = values.get(bug.status_id)?.is_open === true
    const resolution = values.get(bug.resolution_id)?.name
    return [
      ...elsewhere,
      ...strange,
      ...(isOpen === (resolution !== '') ? [`it is ${isOpen ? 'open with' : 'closed without'} a resolution`] : []),
      // A duplicate that names no bug is one of a bug that was deleted.
      ...(resolution !== 'DUPLICATE' && bug.dupe_of !== null ? ['it names a bug without being a duplicate'] : []),
    ]
  }
}
