// The values of fields that products have, as filters and searches offer them.
import type { Client } from '@trackerkit/client'

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
  const load = async (member: string) => {
    const input = { include_fields: [`products.${member}`], ...(among.length > 0 && { products: [...among] }) }
    return (await operations.server.metadata(input)).products
  }
  if (field === 'classification')
    return once(async () => unique((await load(field)).map(({ classification }) => classification)))
  if (part === undefined) return undefined
  return once(async () =>
    unique((await load(`${part}.name`)).flatMap((product) => product[part].map(({ name }) => name))),
  )
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}

/** The names of the products that the user can find bugs in, or file bugs in. */
export async function productNames(
  { products }: Client,
  type: 'accessible' | 'enterable' = 'accessible',
): Promise<string[]> {
  const answer = await products.get({ type: [type], include_fields: ['name'] })
  return answer.products.map(({ name }) => name)
}
