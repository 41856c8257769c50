import * as z from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { readableParameters } from '../../domain/parameters/readable.js'

// Contract: Server information, Parameters visibility.
export const getParameters = defineRead({
  name: 'parameters.get',
  summary: 'Get parameters',
  description:
    "The parameters of the installation that the caller can read, by name; all values are strings, booleans '1' " +
    "and '0'. Anonymous callers get two of them, logged-in users those that clients need, members of tweakparams " +
    'all. No parameter contains a secret. Available without login.',
  examples: [
    {
      title: 'Get the maximum size of attachments',
      code: "const { parameters } = await alice.parameters.get({ include_fields: ['maxattachmentsize'] })",
    },
  ],
  access: 'exempt',
  filters: 'parameters',
  input: z.strictObject({ ...fieldFilter }),
  output: z.object({
    parameters: z
      .record(z.string(), z.string())
      .meta({ description: 'Values by name, as strings. Booleans are `1` and `0`.' }),
  }),
  async run(_tx, input, call) {
    return { parameters: createFieldFilter(input).pick(readableParameters(call)) as Record<string, string> }
  },
})
