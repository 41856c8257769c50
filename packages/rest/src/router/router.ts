// From method and path to a route.
import type { Method, Route } from './route.js'
import { noSuchResource } from '../http/request/target.js'
import { WireError, wireCodes } from '../http/errors.js'

interface Node {
  readonly literals: Map<string, Node>
  /** Any one segment. */
  value?: Node
  readonly routes: Map<Method, Placed>
}

/** A route and the names of the values in its path. */
interface Placed {
  readonly route: Route
  readonly names: readonly string[]
}

/** The route of a path, and its values by name, still encoded. */
export interface Match {
  readonly route: Route
  readonly segments: ReadonlyMap<string, string>
}

export interface Router {
  /** @throws WireError for an unknown path (404), or another method (405) */
  find(method: string, segments: readonly string[]): Match
  /** @throws WireError (404) */
  methodsOf(segments: readonly string[]): readonly string[]
}

export function createRouter(routes: readonly Route[]): Router {
  const root = newNode()
  for (const route of routes) add(root, route)

  const matches = (segments: readonly string[]) => {
    const nodes: Reached[] = []
    // An empty segment is a slash too many, and never a value.
    reach(root, { segments: segments.filter((segment) => segment !== ''), nodes }, [])
    if (nodes.length === 0) throw noSuchResource()
    return nodes
  }
  const methodsOf = (segments: readonly string[]) => allowed(matches(segments))

  return {
    methodsOf,
    find(method, segments) {
      const key = (method === 'HEAD' ? 'GET' : method) as Method
      const nodes = matches(segments)
      // A bug may have the alias `comment`.
      const match = nodes.find((reached) => hasIds(key, reached)) ?? nodes.find(({ node }) => node.routes.has(key))
      const placed = match?.node.routes.get(key)
      if (!match || !placed) throw methodNotAllowed(method, allowed(nodes))
      return { route: placed.route, segments: nameValues(placed, match) }
    },
  }
}

function newNode(): Node {
  return { literals: new Map(), routes: new Map() }
}

function add(root: Node, route: Route): void {
  let node = root
  const names: string[] = []
  for (const segment of route.path.split('/').slice(1)) {
    const name = valueName(segment)
    if (name === undefined) {
      const next = node.literals.get(segment) ?? newNode()
      node.literals.set(segment, next)
      node = next
    } else {
      names.push(name)
      node = node.value ??= newNode()
    }
  }
  if (node.routes.has(route.method)) throw new Error(`there are two routes ${route.method} ${route.path}`)
  node.routes.set(route.method, { route, names })
}

function valueName(segment: string): string | undefined {
  return /^\{(.+)\}$/.exec(segment)?.[1]
}

/** Returns true if there is a route for the method, and every value that must be an ID is one. */
function hasIds(method: Method, { node, values }: Reached): boolean {
  const names = node.routes.get(method)?.names
  return names?.every((name, index) => !name.endsWith('_id') || /^\d+$/.test(values[index] ?? '')) === true
}

function nameValues({ names }: Placed, { values }: Reached): Map<string, string> {
  return new Map(names.map((name, index) => [name, values[index] as string]))
}

/** A node with routes, and the values on the way to it. */
interface Reached {
  readonly node: Node
  readonly values: readonly string[]
}

interface Search {
  readonly segments: readonly string[]
  /** All nodes that the segments reach, literal segments before values. */
  readonly nodes: Reached[]
}

/** Adds the nodes that the segments from `depth` on reach below this one. */
function reach(node: Node, search: Search, values: readonly string[], depth = 0): void {
  const { segments, nodes } = search
  const segment = segments[depth]
  if (segment === undefined) {
    if (node.routes.size > 0) nodes.push({ node, values })
    return
  }
  const literal = node.literals.get(segment)
  if (literal) reach(literal, search, values, depth + 1)
  if (node.value) reach(node.value, search, [...values, segment], depth + 1)
}

function allowed(nodes: readonly Reached[]): string[] {
  const methods = new Set(nodes.flatMap(({ node }) => [...node.routes.keys()]))
  return [
    ...(methods.has('GET') ? ['GET', 'HEAD'] : []),
    ...[...methods].filter((method) => method !== 'GET'),
    'OPTIONS',
  ]
}

export function methodNotAllowed(method: string, methods: readonly string[]): WireError {
  const list = methods.join(', ')
  const message = `This resource does not answer to ${method.slice(0, 20)}. It answers to ${list}.`
  return new WireError(405, message, wireCodes.noSuchResource, { Allow: list })
}
