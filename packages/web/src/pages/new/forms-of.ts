// The forms that can be chosen for new bugs.
import type { Client } from '../../page/operations.js'

export interface FormOfProduct {
  readonly name: string
  readonly description: string
}

/** By the names of products. */
export type Forms = Readonly<Record<string, readonly FormOfProduct[]>>

const heads = { include_fields: ['name', 'description'] } as const

/** The forms that can be chosen for bugs of the product. */
export async function formsOf(operations: Client, product: string): Promise<readonly FormOfProduct[]> {
  return (await operations.forms.get({ product, ...heads })).forms
}
