// A bug as answers show it.
import * as z from 'zod'
import { customValue, type CustomValue } from './custom-value.js'
import { bugFields } from './index.js'

type Fields = typeof bugFields
type Outputs = { [F in keyof Fields]: Fields[F]['output'] }

const outputs = Object.fromEntries(
  Object.entries(bugFields).map(([field, { output, description }]) => [field, output.meta({ description })]),
) as unknown as Outputs

const standardBug = z.object(outputs)

export type StandardBug = z.output<typeof standardBug>

/** A bug: the fields of every installation and the custom fields of this one. */
export type Bug = StandardBug & { readonly [customField: `cf_${string}`]: CustomValue }

/** Contract: Bug. The type of a custom field requires a name that begins with cf_, which the schema cannot express. */
export const bug = standardBug
  .catchall(customValue.meta({ description: 'Value of a custom field, whose name begins with `cf_`.' }))
  .meta({
    id: 'Bug',
    description: 'A bug: the fields of every installation and the custom fields of this one.',
  }) as unknown as z.ZodType<Bug, Bug>
