// docs/rest.md: the description of the API, for people.
import { commonErrors } from '../../packages/core/src/call/define/common-errors.js'
import { errorNumbers, type ErrorCode } from '../../packages/core/src/index.js'
import type { OpenApiDocument, OperationObject } from '../../packages/rest/src/openapi/document.js'
import type { JsonSchema } from '../../packages/rest/src/openapi/schemas.js'
import { introduction } from './introduction.js'
import { limitsTable } from './limits.js'
import { rowsOf, typeOf, type Row } from './json-types.js'

/** One operation with all ways to it. */
interface Entry {
  readonly name: string
  readonly routes: readonly Route[]
}

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

export function restInMarkdown(document: OpenApiDocument): string {
  const entries = entriesOf(document)
  const tags = document.tags.map(({ name }) => name)
  const sections = tags.map((tag) => {
    const own = entries.filter(({ routes }) => routes[0]?.operation.tags[0] === tag)
    return [`## ${tag}`, ...own.map((entry) => operationText(document, entry))]
  })
  const contents = tags.map((tag) => `- [${tag}](#${tag.toLowerCase().replaceAll(' ', '-')})`)
  return [
    '# The REST API',
    '<!-- Written by `npm run generate` from the routes, operations and schemas: change those. -->',
    introduction,
    document.info.description,
    contents.join('\n'),
    '## Credentials',
    credentialTable(document),
    '## Limits of requests',
    limitsTable(),
    ...sections.flat(),
    '## Objects',
    'Objects that several operations use. Fields in _italics_ can be absent, and so can all fields excluded by `include_fields` and `exclude_fields`.',
    ...Object.entries(document.components.schemas).map(([name, schema]) => objectText(name, schema)),
    '## Codes of errors',
    `A number can have several causes, which have different names and messages. Operations list their errors; in addition, any of them can fail with ${withNumbers(commonErrors)}.`,
    errorTable(),
  ]
    .join('\n\n')
    .concat('\n')
}

function withNumbers(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `${code} (${errorNumbers[code]})`).join(', ')
}

/** Routes that lead to the same operation have the same answer. */
function entriesOf({ paths }: OpenApiDocument): Entry[] {
  const entries = new Map<string, Route[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.responses['200']?.$ref.split('/').at(-1) ?? ''
      entries.set(name, [...(entries.get(name) ?? []), { method: method.toUpperCase(), path, operation }])
    }
  }
  return [...entries].map(([name, routes]) => ({ name, routes }))
}

function operationText(document: OpenApiDocument, { name, routes }: Entry): string {
  const [first] = routes
  if (!first) return ''
  const { summary, description, security } = first.operation
  const isOpen = security.some((requirement) => Object.keys(requirement).length === 0)
  const input = inputRows(routes)
  const parts = [
    `### ${name}`,
    `\`\`\`http\n${routes.map(({ method, path }) => `${method} /rest${path}`).join('\n')}\n\`\`\``,
    description ?? `${summary}.`,
    ...(isOpen ? [] : ['Requires login.']),
    ...(input.length > 0 ? [table('parameter', input)] : []),
    ...answerText(document, name),
  ]
  return parts.join('\n\n')
}

/** The inputs of all routes: those in paths first, each name once. */
function inputRows(routes: readonly Route[]): Row[] {
  const inPath = routes.flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .filter((one) => one.in === 'path')
      .map(({ name, schema, description = '' }) => ({ name: `{${name}}`, schema, description, isRequired: true })),
  )
  const beside = routes.flatMap(({ operation }) => [
    ...(operation.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name, schema, description = '', required }) => ({ name, schema, description, isRequired: required })),
    ...(operation.requestBody ? rowsOf(operation.requestBody.content['application/json'].schema) : []),
  ])
  const rows = new Map<string, Row>()
  for (const row of [...inPath, ...beside]) {
    const key = row.name.startsWith('{') ? `${row.name} ${row.description}` : row.name
    const known = rows.get(key)
    // An input that some path contains is optional elsewhere.
    rows.set(key, known ? { ...known, isRequired: known.isRequired && row.isRequired } : row)
  }
  return [...rows.values()]
}

function answerText({ components }: OpenApiDocument, name: string): string[] {
  const { content } = components.responses[name] ?? {}
  const schema = content?.['application/json']?.schema
  if (!schema) return ['Returns the file.']
  const rows = rowsOf(schema)
  if (rows.length > 0) return ['Response:', fieldTable(schema)]
  return [schema.type === 'object' && !schema.additionalProperties ? 'Returns `{}`.' : `Returns ${typeOf(schema)}.`]
}

function objectText(name: string, schema: JsonSchema): string {
  return [`### ${name}`, ...(schema.description ? [schema.description] : []), fieldTable(schema)].join('\n\n')
}

function fieldTable(schema: JsonSchema): string {
  return table('field', rowsOf(schema))
}

/** In italics: what may be left out, in what is given; in what is taken too. */
function table(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ name, schema, description, isRequired }) => {
    const code = `\`${name}\``
    return `| ${isRequired ? code : `_${code}_`} | ${cell(typeOf(schema))} | ${cell(withDefault(description, schema))} |`
  })
  return [`| ${title} | type | meaning |`, '|---|---|---|', ...lines].join('\n')
}

/** Adds the default unless the description has it. */
function withDefault(description: string, { default: value }: JsonSchema): string {
  const isEmpty = value === undefined || ['[]', '{}'].includes(JSON.stringify(value))
  return isEmpty || description.includes('Defaults to')
    ? description
    : `${description} Defaults to \`${JSON.stringify(value)}\`.`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').trim()
}

function credentialTable({ components }: OpenApiDocument): string {
  const lines = Object.values(components.securitySchemes).map((scheme) => {
    const place = 'name' in scheme ? `${scheme.in} \`${scheme.name}\`` : `header \`Authorization\`, ${scheme.scheme}`
    return `| ${place} | ${cell(scheme.description)} |`
  })
  return ['| where | what |', '|---|---|', ...lines].join('\n')
}

function errorTable(): string {
  const codes = new Map<number, string[]>()
  for (const [code, number] of Object.entries(errorNumbers)) codes.set(number, [...(codes.get(number) ?? []), code])
  const lines = [...codes]
    .toSorted(([a], [b]) => a - b)
    .map(([number, names]) => `| ${number} | ${names.map((name) => `\`${name}\``).join(', ')} |`)
  return ['| code | names |', '|---|---|', ...lines].join('\n')
}
