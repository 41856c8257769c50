// Components, versions and milestones by product.
import { fold } from '@trackerkit/core/store'
import {
  allRows,
  createUniqueNames,
  leaveOut,
  leaveOutCounted,
  nameOf,
  sortKeyOf,
  textOf,
  type Reading,
} from './context.js'
import type { DbRow } from './connect.js'
import type { People } from './people.js'
import type { Part } from './places.js'
import { isTrueOrAbsent, numberOf } from './text.js'

export async function readParts(reading: Reading, people: People) {
  const { ledger } = reading
  const cc = new Map<number, string[]>()
  const componentRows = await allRows(reading, 'components', ['product_id', 'id'])
  const components = new Set(componentRows.map((row) => numberOf(row['id'])))
  for (const row of await allRows(reading, 'component_cc', ['component_id', 'user_id'])) {
    const component = numberOf(row['component_id'])
    const isKnown = components.has(component)
    if (isKnown) ledger.add('component_cc', 'brought')
    else leaveOut(reading, 'component_cc', 'default CC of a missing component is left out')
    if (isKnown) cc.set(component, [...(cc.get(component) ?? []), people.loginOf(numberOf(row['user_id']))])
  }
  const uniques = new Map<number, ReturnType<typeof createUniqueNames>>()
  const uniqueIn = (product: number) => {
    const unique = uniques.get(product) ?? createUniqueNames(reading, 'component')
    uniques.set(product, unique)
    return unique
  }
  const versionRows = await allRows(reading, 'versions', ['product_id', 'id'])
  const milestoneRows = await allRows(reading, 'milestones', ['product_id', 'sortkey', 'id'])
  const productsOf = (rows: readonly DbRow[]) => rows.map((row) => numberOf(row['product_id']))
  return {
    components: componentRows.map((row) => {
      const [id, product] = [numberOf(row['id']), numberOf(row['product_id'])]
      const owner = { kind: 'component', id }
      const qa = numberOf(row['initialqacontact'])
      return {
        id,
        product,
        record: {
          name: uniqueIn(product)(nameOf(reading, row['name'], owner, 'name'), id),
          description: textOf(reading, row['description'], owner, 'description'),
          is_active: isTrueOrAbsent(row['isactive']),
          default_assigned_to: people.loginOf(numberOf(row['initialowner'])),
          default_qa_contact: qa > 0 ? people.loginOf(qa) : null,
          default_cc: cc.get(id) ?? [],
          ...templateOf(reading, row, owner),
        },
      }
    }),
    versions: namedParts(reading, versionRows, 'version'),
    milestones: namedParts(reading, milestoneRows, 'milestone'),
    products: {
      components: productsOf(componentRows),
      versions: productsOf(versionRows),
      milestones: productsOf(milestoneRows),
    },
  }
}

/** Templates of descriptions, where a Bugzilla was extended by them. */
export function templateOf(reading: Reading, row: DbRow, owner: Parameters<typeof textOf>[2]) {
  const name = 'bug_description_template'
  return row[name] === undefined ? {} : { [name]: textOf(reading, row[name], owner, name) }
}

/** Versions or milestones by product. */
function namedParts(reading: Reading, rows: readonly DbRow[], kind: 'version' | 'milestone'): Map<number, Part[]> {
  const found = new Map<number, Part[]>()
  for (const row of rows) {
    const product = numberOf(row['product_id'])
    const name = nameOf(reading, row['value'], { kind, id: numberOf(row['id']) }, 'value')
    const parts = found.get(product) ?? []
    if (name !== '' && parts.every((part) => fold(part.name) !== fold(name)))
      parts.push({ name, sort_key: sortKeyOf(row), is_active: isTrueOrAbsent(row['isactive']) })
    else leaveOutCounted(reading, `${kind}s`, 'an empty name, or the same as of another row, is left out')
    found.set(product, parts)
  }
  return found
}
