// packages/web/src/generated: the fields of administrators' forms, from the inputs of operations, and the names of parameters.
import type { AnyOperation } from '../../packages/core/src/call/define/operation.js'
import { definitionOf } from './typescript.js'
import type * as z from 'zod'

type Registry = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>

/** The resources that have a form, by the name of their pages, with the input that names the parent. */
const forms = {
  products: { resource: 'products' },
  components: { resource: 'components', parent: 'product' },
  versions: { resource: 'versions', parent: 'product' },
  milestones: { resource: 'milestones', parent: 'product' },
  'group-controls': { resource: 'groupControls' },
  fields: { resource: 'fields' },
  values: { resource: 'fieldValues', parent: 'field' },
  'flag-types': { resource: 'flagTypes' },
  keywords: { resource: 'keywords' },
  classifications: { resource: 'classifications' },
  groups: { resource: 'groups' },
  users: { resource: 'users' },
  forms: { resource: 'forms' },
  intakes: { resource: 'intakes' },
  'code-hooks': { resource: 'codeHooks' },
} as const satisfies Readonly<Record<string, { readonly resource: string; readonly parent?: string }>>

interface Field {
  type: string
  options?: readonly string[]
  only?: 'new' | 'old'
  isRequired?: true
  start?: string | number | boolean
}

export function adminFields(operations: Registry): string {
  const kinds = Object.entries(forms).map(([name, form]) => {
    const { create, update, inherit } = operations[form.resource] ?? {}
    const skipped = new Set(['ids', 'names', ...('parent' in form ? [form.parent] : [])])
    const inputs = { ...shapeOf(create), ...shapeOf(update), ...shapeOf(inherit), ...shapeOf(create) }
    const fields = Object.entries(inputs).flatMap(([field, schema]) => {
      if (skipped.has(field)) return []
      const isNew = create === undefined || field in shapeOf(create)
      const isOld = field in shapeOf(update) || field in shapeOf(inherit)
      return [[field, fieldOf(schema, isNew === isOld ? undefined : isNew ? 'new' : 'old')] as const]
    })
    return [name, Object.fromEntries(fields)] as const
  })
  return `// Written by \`npm run generate\` from the inputs of operations: change those.

/** By kind of thing, the fields that its form can have. */
export const adminFields = ${JSON.stringify(Object.fromEntries(kinds))} as const
`
}

/** Every parameter needs a text: one without does not compile. */
export function parameterType(names: readonly string[]): string {
  return `// Written by \`npm run generate\` from the parameters: change those.

export type ParameterName = ${names.map((name) => `'${name}'`).join(' | ')}
`
}

function shapeOf(operation: AnyOperation | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const definition = operation && definitionOf(operation.input)
  return definition?.type === 'object' ? definition.shape : {}
}

function fieldOf(schema: z.core.$ZodType, only: Field['only']): Field {
  const definition = definitionOf(schema)
  const start = definition.type === 'default' ? definition.defaultValue : undefined
  return {
    ...typeOf(schema),
    ...(only && { only }),
    ...(schema._zod.optin === undefined && { isRequired: true }),
    ...((typeof start === 'boolean' || typeof start === 'number' || (typeof start === 'string' && start !== '')) && {
      start,
    }),
  }
}

/** The type of a form field; a line of text by default. */
function typeOf(schema: z.core.$ZodType): Pick<Field, 'type' | 'options'> {
  const definition = definitionOf(schema)
  if ('innerType' in definition) return typeOf(definition.innerType)
  if (definition.type === 'enum') return { type: 'choice', options: Object.values(definition.entries).map(String) }
  const types: Readonly<Record<string, string>> = {
    boolean: 'check',
    number: 'number',
    array: 'words',
    object: 'checks',
  }
  return { type: types[definition.type] ?? 'line' }
}
