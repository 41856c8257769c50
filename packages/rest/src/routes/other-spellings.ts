// Spellings of widely used clients, converted to those of the API before the operation runs.
import type { Credential } from '@trackerkit/core'
import type { Parameters } from '../http/request/target.js'
import type { Credentials } from '../callers/credentials.js'

type Fields = Readonly<Record<string, unknown>>

function respell(parameters: Parameters, spelling: string, name: string): void {
  if (!parameters.has(spelling)) return
  if (parameters.has(name) && parameters.get(name) !== parameters.get(spelling)) return
  parameters.set(name, parameters.get(spelling))
  parameters.delete(spelling)
}

/** Create User: the real name as `name`, the email as `login`. */
export function newUserInput(parameters: Parameters, { identities }: Credentials): Credential {
  respell(parameters, 'name', 'full_name')
  respell(parameters, 'login', 'email')
  return identities
}

/** Create Comment: `private`. */
export function newCommentInput(parameters: Parameters, { identities }: Credentials): Credential {
  respell(parameters, 'private', 'is_private')
  return identities
}

/** Create Component: its name as `component`, and `is_active`, as in answers. */
export function newComponentInput(parameters: Parameters, { identities }: Credentials): Credential {
  respell(parameters, 'component', 'name')
  respell(parameters, 'is_active', 'is_open')
  return identities
}

/** Update Component: `{ names: [{ product, component }], updates: { … } }`. */
export function changedComponentInput(parameters: Parameters, { identities }: Credentials): Credential {
  const [names, updates] = [parameters.get('names'), parameters.get('updates')]
  const pairs = Array.isArray(names) ? names.map(pairOf) : []
  const [first] = pairs
  if (first && pairs.every((pair) => pair?.product === first.product)) {
    parameters.set('product', first.product)
    parameters.set(
      'names',
      pairs.map((pair) => pair?.component),
    )
  }
  if (isFields(updates)) {
    parameters.delete('updates')
    for (const [name, value] of Object.entries(updates)) if (!parameters.has(name)) parameters.set(name, value)
  }
  respell(parameters, 'is_active', 'is_open')
  return identities
}

function pairOf(value: unknown): { readonly product: unknown; readonly component: unknown } | undefined {
  if (!isFields(value) || Object.keys(value).length !== 2) return undefined
  const { product, component } = value
  return typeof product === 'string' && typeof component === 'string' ? { product, component } : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
