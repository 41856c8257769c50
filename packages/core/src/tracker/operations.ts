// Every public operation by resource and verb.
import { resources, type ResourceName, type Resources } from './resources.js'

type Operations = { readonly [R in ResourceName]: Resources[R]['operations'] }

export const operations = Object.fromEntries(
  Object.entries(resources).map(([name, resource]) => [name, resource.operations]),
) as unknown as Operations
