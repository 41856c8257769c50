// The values of fields that products have, as filters and searches offer them.
import type { Client } from './operations.js'

const parts: Readonly<Record<string, 'components' | 'versions' | 'milestones'>> = {
  component: 'components',
  version: 'versions',
  target_milestone: 'milestones',
}

/**
 * A function that loads the names, once. `among`: only values of these products, if there are any. Undefined for other
 * fields.
 */
export function namesInProducts(
  operations: Client,
  field: string,
  among: readonly string[] = [],
): (() => Promise<readonly string[]>) | undefined {
  const part = parts[field]
  let names: Promise<readonly string[]> | undefined
  const once = (load: () => Promise<readonly string[]>) => () => (names ??= load())
  if (field === 'product') return once(async () => productNames(operations))
  if (part === undefined) return undefined
  return once(async () => {
    const input = { include_fields: [`products.${part}.name`], ...(among.length > 0 && { products: [...among] }) }
    const { products } = await operations.server.metadata(input)
    return [...new Set(products.flatMap((product) => product[part].map(({ name }) => name)))]
  })
}

/** The names of the products that the user can find bugs in. As all configuration, the browser keeps them for a minute. */
export async function productNames({ server }: Client): Promise<string[]> {
  const { products } = await server.metadata({ include_fields: ['products.name'] })
  return products.map(({ name }) => name)
}

/** The names of the products that the user can file bugs in. */
export async function enterableNames(operations: Client): Promise<string[]> {
  const { products } = await operations.products.get({ type: ['enterable'], include_fields: ['name'] })
  return products.map(({ name }) => name)
}
