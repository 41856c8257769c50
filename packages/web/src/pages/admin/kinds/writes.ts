import type { Client } from '../../../page/operations.js'
import type { Kind } from './kind.js'

type Resource =
  | 'products'
  | 'components'
  | 'versions'
  | 'milestones'
  | 'keywords'
  | 'classifications'
  | 'forms'
  | 'intakes'
  | 'codeHooks'

/** Creates and updates by the operations of a resource whose inputs have the names and types of the form. */
export function writesOf(resource: Resource, parentInput?: 'product'): Pick<Kind, 'create' | 'update'> {
  const operationsOf = (operations: Client) => operations[resource]
  return {
    create: (operations, values, parent) =>
      operationsOf(operations).create({ ...(parentInput && { [parentInput]: parent }), ...values } as never),
    update: (operations, { id }, changes) => operationsOf(operations).update({ ids: [id], ...changes }),
  }
}
