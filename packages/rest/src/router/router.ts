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
    // An empty segment is a slash too many, and never a value.
    const nonEmpty = segments.filter((segment) => segment !== '')
    const nodes = reached(root, nonEmpty)
    if (nodes.length === 0) throw noSuchResource()
    return nodes
  }
  const methodsOf = (segments: readonly string[]) => allowed(matches(segments).map(({ node }) => node))

  return {
    methodsOf,
    find(method, segments) {
      const key = (method === 'HEAD' ? 'GET' : method) as Method
      const nodes = matches(segments)
      const found = nodes.flatMap(({ node, values }) => {
        const placed = node.routes.get(key)
        return placed ? [{ ...placed, values }] : []
      })
      // A bug may have the alias `comment`.
      const match = found.find(hasIds) ?? found[0]
      if (match) return { route: match.route, segments: nameValues(match) }
      throw methodNotAllowed(method, allowed(nodes.map(({ node }) => node)))
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

interface Found extends Placed {
  readonly values: readonly string[]
}

/** Returns true if every value that must be an ID is one. */
function hasIds({ names, values }: Found): boolean {
  return names.every((name, index) => !name.endsWith('_id') || /^\d+$/.test(values[index] ?? ''))
}

function nameValues({ names, values }: Found): Map<string, string> {
  return new Map(names.map((name, index) => [name, values[index] as string]))
}

/** A node with routes, and the values on the way to it. */
interface Reached {
  readonly node: Node
  readonly values: readonly string[]
}

/** All nodes that a path reaches, literal segments before values. */
function reached(root: Node, segments: readonly string[]): Reached[] {
  let ways: Reached[] = [{ node: root, values: [] }]
  for (const segment of segments) {
    ways = ways.flatMap(({ node, values }) => {
      const literal = node.literals.get(segment)
      return [
        ...(literal ? [{ node: literal, values }] : []),
        ...(node.value ? [{ node: node.value, values: [...values, segment] }] : []),
      ]
    })
  }
  return ways.filter(({ node }) => node.routes.size > 0)
}

function allowed(nodes: readonly Node[]): string[] {
  const methods = new Set(nodes.flatMap((node) => [...node.routes.keys()]))
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
