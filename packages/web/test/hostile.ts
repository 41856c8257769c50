// Hostile texts in every field that the API accepts, according to its own description.
import { createRestHandler, type RestHandler } from '@trackerkit/rest'
import { people, type World } from './harness.js'

/** Texts that could become an element, a script, a URL or another text if they were not escaped. */
export const hostileTexts = [
  'W'.repeat(20_000),
  '\u202egnp.exe\u202c \u0000 \ud83d \u{1F600} שלום __proto__ {{x}} ${y}',
  'javascript:alert(4)//',
  '</title></textarea></script><script>alert(3)</script><!-- \' " `',
  '"><img src=x onerror=alert(1)><svg onload=alert(2)>',
  // Short and without a blank: names and aliases take it.
  '"><img/src=x/onerror=alert(5)>',
]

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

type Body = Readonly<Record<string, unknown>>

/** Operations that would end or lock sessions, the tracker or pending email. */
const leftOut = /^(sessions|mail|changes|visits|parameters|tags)\./

/** Required fields beside the tested one. `mark` makes names unique. */
const needed: Readonly<Record<string, (mark: number) => Body>> = {
  '/bug': (mark) => ({ product: 'Widgets', component: 'UI', version: '1.0', summary: `Bug ${mark}` }),
  '/bug/{id_or_alias}/attachment': () => ({
    data: 'aGVsbG8=',
    file_name: 'a',
    summary: 'a',
    content_type: 'text/plain',
  }),
  '/bug/{id_or_alias}/comment': (mark) => ({ comment: `Comment ${mark}` }),
  '/user': (mark) => ({ email: `user${mark}@example.com` }),
  '/group': (mark) => ({ name: `group${mark}`, description: 'x' }),
  '/product': (mark) => ({ name: `Product ${mark}`, description: 'x', version: '1' }),
  '/component': (mark) => ({
    product: 'Widgets',
    name: `Component ${mark}`,
    description: 'x',
    default_assignee: people.grace,
  }),
  '/version': (mark) => ({ product: 'Widgets', name: `v${mark}` }),
  '/milestone': (mark) => ({ product: 'Widgets', name: `m${mark}` }),
  '/field/bug': (mark) => ({ name: `cf_field${mark}`, display_name: 'x', type: 1, is_on_bug_entry: true }),
  '/field/bug/{field}/values': (mark) => ({ name: `value${mark}` }),
  '/flag_type': (mark) => ({ name: `flag${mark}`, description: 'x', target_type: 'bug', inclusions: ['Widgets'] }),
  '/classification': (mark) => ({ name: `Class ${mark}` }),
  '/keyword': (mark) => ({ name: `keyword${mark}`, description: 'x' }),
  '/saved_search': (mark) => ({ name: `Search ${mark}`, query: 'product=Widgets' }),
  '/webhook': (mark) => ({ name: `Hook ${mark}`, url: 'https://example.com/', events: ['created'] }),
  '/product/{id_or_name}/group_control': () => ({ group: 'staff' }),
  '/bug/comment/{comment_id}/redact': () => ({ reason: 'x' }),
}

/** Fields that hold a text, as paths such as `comment.body`, each with a function that fills it. */
function textFieldsOf(
  schema: Schema,
  { components }: Description,
): readonly (readonly [string, (text: string) => unknown])[] {
  const seen = (one: Schema): Schema =>
    one.$ref === undefined ? one : (components.schemas[one.$ref.split('/').at(-1) ?? ''] ?? {})
  const fillers = (given: Schema, path: string, depth: number): [string, (text: string) => unknown][] => {
    const one = seen(given)
    const choices = [...(one.anyOf ?? []), ...(one.allOf ?? [])].flatMap((choice) => fillers(choice, path, depth))
    if ([one.type].flat().includes('string')) choices.push([path, (text) => text])
    if (one.items) choices.push(...fillers(one.items, `${path}[]`, depth).map(wrap((value) => [value])))
    if (depth < 3) {
      for (const [name, inner] of Object.entries(one.properties ?? {}))
        choices.push(
          ...fillers(inner, path === '' ? name : `${path}.${name}`, depth + 1).map(
            wrap((value) => ({ [name]: value })),
          ),
        )
    }
    return choices
  }
  const found = new Map(fillers(schema, '', 0))
  return [...found]
}

const wrap =
  (around: (value: unknown) => unknown) =>
  ([path, fill]: [string, (text: string) => unknown]): [string, (text: string) => unknown] => [
    path,
    (text) => around(fill(text)),
  ]

/**
 * Tries each text in each field of each operation that writes. Answers the fields, as `products.create description`, that took one,
 * and all that there are.
 */
export async function writeEverywhere(world: World, texts: readonly string[] = hostileTexts) {
  const rest = createRestHandler(world.tracker)
  const description = JSON.parse((await ask(rest, 'GET', '/openapi.json')).text) as Description
  const [tried, taken]: [Set<string>, Set<string>] = [new Set(), new Set()]
  const faults: string[] = []
  const ids = new Map<string, string | number>([
    ['/bug', world.bugs.plain],
    ['/bug/attachment', world.attachments.page],
  ])
  let mark = 0
  const send = async (method: string, path: string, body: Body) => {
    mark += 1
    const response = await ask(rest, method.toUpperCase(), path, { ...needed[patternOf(path)]?.(mark), ...body })
    if (response.status >= 500) faults.push(`${method} ${path}: ${response.status} ${response.text.slice(0, 200)}`)
    return response
  }
  const patterns = Object.keys(description.paths)
  const patternOf = (path: string) =>
    patterns.find((pattern) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)) ?? path
  // One of each kind, to be changed.
  for (const path of Object.keys(needed)) {
    if (path.includes('{')) continue
    const made = JSON.parse((await send('POST', path, {})).text) as { readonly id?: number; readonly name?: string }
    if (made.id !== undefined && !ids.has(path)) ids.set(path, made.id)
  }
  const key = JSON.parse((await ask(rest, 'POST', '/api_key', {})).text) as { readonly id: number }
  ids.set('/api_key', key.id)
  await send('POST', '/field/bug/priority/values', { name: 'Soon' })
  for (const [pattern, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const schema = operation.requestBody?.content['application/json']?.schema
      if (!schema || !/^(post|put)$/.test(method) || leftOut.test(operation.operationId)) continue
      const path = filledIn(pattern, ids)
      if (path === undefined) continue
      for (const [field, fill] of textFieldsOf(schema, description)) {
        const name = `${operation.operationId} ${field}`
        tried.add(name)
        for (const text of texts) {
          const { status } = await send(method, path, fill(text) as Body)
          if (status < 300) taken.add(name)
        }
      }
    }
  }
  return { tried: [...tried], taken: [...taken], faults }
}

/** The path to something that is there; undefined where nothing of the kind was made. */
function filledIn(pattern: string, ids: ReadonlyMap<string, string | number>): string | undefined {
  const known = pattern
    .replace('/values/{value}', '/values/Soon')
    .replace('/bug/{field}', '/bug/priority')
    .replace('/comment/{comment_id}', '/comment/2')
    .replace('{group}', 'staff')
  const [, kind = '', param, rest = ''] = /^(.*?)\/(\{\w+\})(.*)$/.exec(known) ?? []
  if (param === undefined) return known
  const id = ids.get(kind)
  return id === undefined || rest.includes('{') ? undefined : `${kind}/${id}${rest}`
}

async function ask(rest: RestHandler, method: string, path: string, body?: Body) {
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request(`http://127.0.0.1/rest${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await rest(request, { identity: { login: people.admin } })
  return { status: response.status, text: await response.text() }
}
