// packages/client/src/generated: how each operation travels, out of the routes of the API and the schemas of answers.
import type { AnyOperation } from '../../packages/core/src/call/define/operation.js'
import type { Fill, Route } from '../../packages/rest/src/router/route.js'
import { definitionOf } from './typescript.js'
import type * as z from 'zod'

const head = '// Written by `npm run generate` from the routes of the API and the schemas of answers: change those.'

type Registry = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>

/** @throws Error for an operation without a route, and for an answer that the table cannot describe */
export function clientRoutes(operations: Registry, routes: readonly Route[]): string {
  const all = Object.values(operations).flatMap((verbs) => Object.values(verbs))
  const answers = all.map((operation) => [operation, keysOf(operation)] as const)
  const keysWith = (kind: Kind) =>
    namesOf(
      answers.map(([, keys]) => keys),
      kind,
    )
  const marksOf = (operation: AnyOperation) => {
    const keys = keysOf(operation)
    const marks = [
      operation.isSecret && '!',
      keys.get('date') && '@',
      keys.get('custom') && '#',
      keys.get('open') && '*',
    ]
    const text = marks.filter(Boolean).join('')
    return text === '' ? '' : `=${text}`
  }
  const lines = Object.entries(operations).map(([resource, verbs]) => {
    const travels = Object.values(verbs).map(
      (one) => `${one.name.slice(resource.length + 1)}=${travelOf(one, routes)}${marksOf(one)}`,
    )
    return [resource, ...travels].join(', ')
  })
  return `${head}
import type { OperationTypes } from '@trackerkit/types'

/** A line for each resource, which takes fewer bytes than an object: its name, then its verbs with their routes and marks. */
const lines = \`${lines.join('\n')}\`

const entries = lines.split('\\n').flatMap((line) => {
  const [resource, ...verbs] = line.split(', ')
  return verbs.map((text) => {
    const [verb, route, marks = ''] = text.split('=')
    return [\`\${resource}.\${verb}\`, route, marks] as const
  })
})

/**
 * The routes of each operation. The first whose placeholders the input fills is used. Reads begin with GET. \`{id}\` is that field of
 * the input; \`{ids+}\` the first item of a list, whose other items are sent beside the path; \`{ids*}\` the first item of a list that
 * is sent as a whole beside it; \`{ids+|names+}\` the first of the two fields that is given.
 */
export const routes = Object.fromEntries(
  entries.map(([name, route]) => [name, route]),
) as Readonly<Record<keyof OperationTypes, string>>

function marked(mark: string): ReadonlySet<string> {
  return new Set(entries.flatMap(([name, , marks]) => (marks.includes(mark) ? [name] : [])))
}

/** Their answers hold a secret, which no server keeps: they are not repeated. */
export const withSecrets = marked('!')

/** Under these names answers have times, in all operations with times. */
export const timeNames = ${setOf(keysWith('date'))}

/** Under these, bytes. */
export const byteNames = ${setOf(keysWith('custom'))}

export const withTimes = marked('@')

export const withBytes = marked('#')

/** Their answers have custom fields, of which some may be times. */
export const withCustomFields = marked('*')
`
}

function setOf(names: readonly string[]): string {
  const list = names.length === 1 ? `['${names[0]}']` : `'${names.join(' ')}'.split(' ')`
  return `new Set<string>(${list})`
}

/** Operations of which a path names a bug otherwise than the input does. */
const otherKeys: Readonly<Record<string, string>> = { 'attachments.create id_or_alias': 'id_or_alias|ids*' }

function travelOf(operation: AnyOperation, routes: readonly Route[]): string {
  const own = routes.filter((route) => route.operation === operation && !route.stream)
  // Writes do not use GET, although some clients do.
  const fit =
    operation.kind === 'write' && own.some(({ method }) => method !== 'GET')
      ? own.filter(({ method }) => method !== 'GET')
      : own
  if (fit.length === 0) throw new Error(`${operation.name} has no route: the client cannot call it`)
  const plain = fit.filter(({ path }) => !path.includes('{'))
  return (plain.length > 0 ? plain : fit).map(textOf).join(' ')
}

function textOf({ method, path, fill, operation }: Route): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return `{${otherKeys[`${operation.name} ${name}`] ?? placesOf(fill[name] as Fill)}}`
  })
  return `${method}:${filled}`
}

function placesOf({ key, keyOfDigits, joins }: Fill): string {
  const named = joins ? `${key}+` : key
  return keyOfDigits === undefined ? named : `${keyOfDigits}+|${named}`
}

/** Times; bytes; objects with fields that are not known beforehand. */
type Kind = 'date' | 'custom' | 'open'
const kinds: readonly string[] = ['date', 'custom'] satisfies Kind[]

/** The names in a response whose values have a kind. */
type Keys = ReadonlyMap<string, ReadonlySet<string>>

/** By kind of value, the names of such values in the response. */
function keysOf({ name, output }: AnyOperation): Keys {
  const found = new Map<string, Set<string>>()
  const visit = (schema: z.core.$ZodType, key: string): void => {
    const def = definitionOf(schema)
    if (def.type === 'object') {
      for (const [inner, field] of Object.entries(def.shape)) visit(field, inner)
      if (def.catchall && definitionOf(def.catchall).type !== 'never') note('open', key)
    } else if (def.type === 'record') visit(def.valueType, '*')
    else if (def.type === 'array') visit(def.element, key)
    else if (def.type === 'union') for (const option of def.options) visit(option, key)
    else if (def.type === 'pipe') visit(def.out, key)
    else if ('innerType' in def) visit(def.innerType, key)
    else note(def.type, key)
  }
  const note = (kind: string, key: string) => found.set(kind, (found.get(kind) ?? new Set()).add(key))
  visit(output, '')
  for (const kind of kinds) {
    for (const key of found.get(kind) ?? []) {
      const others = [...found].filter(
        ([other, names]) => other !== kind && other !== 'null' && (names.has(key) || names.has('*')),
      )
      if (others.length > 0)
        throw new Error(`${name}: under ${key} there is a ${kind} here and a ${others[0]?.[0]} there`)
    }
  }
  return found
}

function namesOf(all: readonly Keys[], kind: Kind): string[] {
  return [...new Set(all.flatMap((keys) => [...(keys.get(kind) ?? [])]))].toSorted()
}
