// The scopes and products that limit a key.
import * as z from 'zod'
import { keyScopes, type KeyScope, type Limits } from '../../call/limits.js'
import type { Call } from '../../call/context.js'
import { list, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireProduct } from '../../access/products.js'

const mostProducts = 100

export const keyScopesInput = list(z.enum(keyScopes), keyScopes.length)
  .refine((scopes) => scopes.length > 0, problem('param_invalid', { accepted: keyScopes }))
  .meta({
    description:
      'Scopes of the key. `read`: read; always included. `write`: file and change bugs and their parts, ' +
      'with the permissions of its owner. `admin`: administer, and create API keys, webhooks and ' +
      'passwords. Defaults to all, or with `products` to `read` and `write`.',
  })

export const keyProducts = list(word, mostProducts).meta({
  description:
    'Restricts the key to these products, by name: others and their contents do not exist for it. Such a ' +
    'key cannot have the scope `admin`. Defaults to all.',
})

interface Wanted {
  readonly scopes?: readonly KeyScope[] | undefined
  readonly is_read_only?: boolean | undefined
  readonly products: readonly string[]
}

/** @throws param_invalid for contradictions; object_does_not_exist for a product */
export function limitsWanted(call: Call, { scopes, is_read_only, products }: Wanted): Limits {
  const productIds =
    products.length === 0 ? undefined : new Set(products.map((name) => requireProduct(call, name, 'products').id))
  if (productIds && scopes?.includes('admin')) {
    const wrong = 'a key restricted to products cannot have the scope admin'
    throw new TrackerError('param_invalid', { field: 'scopes', value: scopes, problem: wrong })
  }
  if (is_read_only && scopes?.includes('write'))
    throw new TrackerError('param_invalid', { field: 'is_read_only', value: true, problem: "scopes has 'write'" })
  return {
    mayWrite: scopes?.includes('write') ?? !is_read_only,
    mayAdminister: scopes?.includes('admin') ?? productIds === undefined,
    productIds,
  }
}

/** The scopes in responses. */
export function scopesOf({ mayWrite, mayAdminister }: Limits): KeyScope[] {
  return ['read', ...(mayWrite ? (['write'] as const) : []), ...(mayAdminister ? (['admin'] as const) : [])]
}
