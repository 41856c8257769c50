// The description of the API in OpenAPI 3.1, made from the routes, and the schemas and descriptions of their
// operations.
import { errorNumbers, version } from '@trackerkit/core'
import { resources, type AnyOperation } from '@trackerkit/core/operations'
import type { Method, Route } from '../router/route.js'
import { conventionsOf } from './conventions.js'
import { deliveryPaths, deliveryResponses } from './deliveries.js'
import { pathParameters, queryParameters, requestBody, type Parameter, type RequestBody } from './parameters.js'
import { createSchemas, type JsonSchema } from './schemas.js'
import { securityFor, securitySchemes } from './security.js'

interface Ref {
  readonly $ref: string
}

interface ResponseObject {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Ref>>
  readonly security: ReturnType<typeof securityFor>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes: Partial<typeof securitySchemes>
  }
}

/** Where the description itself is found. */
export const ownPath = '/openapi.json'

/**
 * Describes the API that is found at `base`, such as `/rest`. If it takes no credentials, the program around it identifies
 * callers, in ways that are not known here.
 */
export function createDocument(routes: readonly Route[], base: string, options: DocumentOptions = {}): OpenApiDocument {
  const making = documentInParts(routes, base, options)
  for (;;) {
    const { done, value } = making.next()
    if (done) return value
  }
}

interface DocumentOptions {
  readonly takesCredentials?: boolean
}

/** The same, with a pause wherever others may be served: the whole takes longer than one turn of the event loop may. */
export function* documentInParts(
  routes: readonly Route[],
  base: string,
  { takesCredentials = true }: DocumentOptions = {},
): Generator<undefined, OpenApiDocument> {
  const securityOf: SecurityOf = ({ access }) => (takesCredentials ? securityFor(access) : [])
  const operations = [...new Set(routes.map((route) => route.operation))]
  const inputs = createSchemas('input', operations)
  yield
  const outputs = createSchemas('output', operations)
  yield
  const answers = operations.map((operation) => [operation.name, answer(operation, outputs.of(operation))] as const)
  const files = routes.filter((route) => route.file).map(({ operation }) => [operation.name, fileAnswer] as const)
  const streams = routes.flatMap(({ stream }) => (stream ? [[stream.name, streamAnswer] as const] : []))
  const lists = routes
    .filter((route) => route.lists)
    .map(({ operation }) => [operation.name, asLists(answer(operation, outputs.of(operation)))] as const)
  return {
    openapi: '3.1.1',
    info: { title: 'TrackerKit', version, description: conventionsOf(takesCredentials) },
    servers: serversAt(base),
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths: {
      ...pathsOf(routes, securityOf, (route) => inputs.of(route.operation)),
      ...deliveryPaths,
      [ownPath]: { get: ownDescription },
    },
    components: {
      schemas: { ...outputs.shared, ...inputs.shared, Error: errorSchema },
      responses: {
        ...commonResponses,
        ...deliveryResponses,
        ...Object.fromEntries([...answers, ...files, ...lists, ...streams]),
      },
      securitySchemes: takesCredentials ? securitySchemes : {},
    },
  }
}

/** The API has two names. */
export function serversAt(base: string): OpenApiDocument['servers'] {
  const other = base.endsWith('.cgi') ? base.slice(0, -'.cgi'.length) : `${base}.cgi`
  return [
    { url: base, description: 'This server.' },
    { url: other, description: 'The same under its other name, which existing clients know.' },
  ]
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: { const: true },
    code: { type: 'integer', description: 'Error number. Stable.' },
    message: { type: 'string', description: 'Message for users. May change.' },
    field: {
      type: 'string',
      description: 'Name of the invalid input, if any; nested ones are dotted (`cc.add`, `flags.0.status`).',
    },
    name: { type: 'string', description: 'Error code as a word, more specific than the number. Stable.' },
    data: {
      type: 'object',
      description: 'Data of the error for programs: `field`, `value`, `accepted`, `limit` and others.',
    },
  },
  required: ['error', 'code', 'message'],
  additionalProperties: false,
}

const inJson = (schema: JsonSchema) => ({ 'application/json': { schema } })
const error = (description: string) => ({ description, content: inJson({ $ref: '#/components/schemas/Error' }) })

const commonResponses = {
  openapi: { description: 'This description', content: inJson({ type: 'object' }) },
  part: { description: 'The part of the file that the header Range asks for', content: { '*/*': {} } },
  unchanged: { description: 'The representation named by If-None-Match is current.' },
  unauthorized: error('Authentication is missing, invalid or insufficient.'),
  notFound: error('The path names a resource that does not exist or is hidden.'),
  error: error('The request has failed, and nothing was changed. The code says why.'),
}

function answer({ summary }: AnyOperation, schema: JsonSchema): ResponseObject {
  return { description: summary, content: inJson(schema) }
}

const fileAnswer: ResponseObject = {
  description: 'The file, of the type that it was uploaded with',
  content: { '*/*': {} },
}

const streamAnswer: ResponseObject = {
  description: 'Server-sent events, until the client disconnects',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

/** Formats of GET only; other methods return JSON. */
function asLists({ description, content }: ResponseObject): ResponseObject {
  return { description, content: { ...content, 'text/csv': {}, 'application/atom+xml': {} } }
}

const formatParameter: Parameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    '`csv`: as a table (also by `Accept: text/csv`), of the fields in `include_fields`, by default of 12; never ' +
    'more bugs than `max_search_results`. `atom`: as a feed of the 100 most recently changed, which requires the ' +
    'parameter `urlbase`.',
  schema: { type: 'string', enum: ['csv', 'atom'] },
}

type SecurityOf = (operation: AnyOperation) => OperationObject['security']

function pathsOf(
  routes: readonly Route[],
  securityOf: SecurityOf,
  inputOf: (route: Route) => JsonSchema,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OperationObject>> = {}
  const templates = new Map<string, string>()
  const ids = new Set<string>()
  for (const route of routes) {
    // Paths that differ only in the names of their values are one path.
    const shape = route.path.replace(/\{\w+\}/g, '{}')
    const template = templates.get(shape) ?? route.path
    templates.set(shape, template)
    const id = freeId(route, ids)
    ids.add(id)
    const methods = (paths[template] ??= {})
    methods[route.method.toLowerCase()] = {
      ...describeRoute(route, template, id, inputOf(route)),
      security: securityOf(route.operation),
    }
  }
  return paths
}

/** The name of the operation; further routes of it add their parameters or method. */
function freeId({ method, path, operation, stream }: Route, taken: ReadonlySet<string>): string {
  if (stream) return stream.name
  const byPath = [operation.name, ...path.matchAll(/(?<=\{)\w+/g)].join('.')
  const candidates = [operation.name, byPath, `${byPath}.${method.toLowerCase()}`]
  const free = candidates.find((id) => !taken.has(id))
  if (free === undefined) throw new Error(`${method} ${path}: the operation has no name left`)
  return free
}

const bodyMethods: readonly Method[] = ['POST', 'PUT']

function describeRoute(
  route: Route,
  template: string,
  operationId: string,
  input: JsonSchema,
): Omit<OperationObject, 'security'> {
  const { operation, method, stream } = route
  const hasBody = bodyMethods.includes(method)
  const inPath = pathParameters(route, template, input)
  const inQuery = [...queryParameters(route, input), ...(route.lists ? [formatParameter] : [])]
  const parameters = hasBody ? inPath : [...inPath, ...inQuery]
  return {
    operationId,
    summary: stream?.summary ?? operation.summary,
    description: descriptionOf({ ...operation, ...stream }),
    tags: [tagOf(operation)],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: requestBody(route, input) }),
    responses: {
      200: response(stream?.name ?? operation.name),
      ...(route.file && { 206: response('part'), 416: response('error') }),
      ...(method === 'GET' && !stream && { 304: response('unchanged') }),
      401: response('unauthorized'),
      ...(inPath.length > 0 && { 404: response('notFound') }),
      default: response('error'),
    },
  }
}

const response = (name: string): Ref => ({ $ref: `#/components/responses/${name}` })

function tagOf({ name }: AnyOperation): string {
  return resources[name.split('.')[0] as keyof typeof resources].title
}

type Described = Pick<AnyOperation, 'description' | 'errors' | 'confirms'>

function descriptionOf({ description, errors = [], confirms }: Described): string {
  const list = errors.map((code) => `${code} (${errorNumbers[code]})`).join(', ')
  const session = 'A session must be confirmed if this gives lasting access: see `sessions.confirm`.'
  return [description, ...(confirms ? [session] : []), ...(list === '' ? [] : [`Errors: ${list}.`])].join('\n\n')
}

const ownDescription: OperationObject = {
  operationId: 'openapi',
  summary: 'This description',
  tags: [resources.server.title],
  responses: { 200: response('openapi'), 304: response('unchanged'), default: response('error') },
  security: [{}],
}
