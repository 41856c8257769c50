// Where the things are that answers name: at the routes that get a single one.
import { operations, resources, type AnyOperation } from '@trackerkit/core/operations'
import type { ResolveReference } from '../pages/references.js'
import type { Route } from './route.js'

/** The segment of a path that stands for the product of the thing. */
const ofProduct = '{product}'

/** Resolves references to routes. */
export function createResolver(routes: readonly Route[]): ResolveReference {
  const paths = pathsOf(routes)
  return (ref, value, { holder, product }) => {
    const path = paths.get(ref ?? '')
    const named = ref === 'file' ? holder['id'] : value
    if (path === undefined || (typeof named !== 'number' && typeof named !== 'string') || named === '') return undefined
    // Anonymous callers see only the part before the @, which is no login name.
    if (ref === 'user' && typeof value === 'string' && !value.includes('@')) return undefined
    if (path.includes(ofProduct) && (product === undefined || value === '---')) return undefined
    const segments = path.map((segment) => {
      if (segment === ofProduct) return product as string
      return segment.startsWith('{') ? String(named) : segment
    })
    return segments.map(encodeURIComponent).join('/')
  }
}

/** The path to a single thing, by the word for one of its resource. */
function pathsOf(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const single = Object.entries(operations).map(([name, verbs]: [string, Readonly<Record<string, AnyOperation>>]) => {
    const paths = routes
      .filter(({ method, operation }) => method === 'GET' && operation === verbs['get'])
      .map(segmentsOf)
      .filter((path) => path.at(-1)?.startsWith('{'))
    // A part of a product is identified by the product and its name.
    return [resources[name as keyof typeof resources].one, paths.find((path) => path.includes(ofProduct)) ?? paths[0]]
  })
  const files = routes.filter(({ file, operation }) => file && operation === operations.attachments.download)
  const all = [...single, ['file', files.map(segmentsOf)[0]]]
  return new Map(all.filter((entry): entry is [string, string[]] => entry[1] !== undefined))
}

function segmentsOf({ path }: Route): string[] {
  return path.split('/').slice(1)
}
