import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { parameterNames, parameterTable, type Parameter } from '../../setup/parameters.js'

// No section of the contract: the form for parameters needs it.
export const describeParameters = defineRead({
  name: 'parameters.describe',
  summary: 'Get descriptions of parameters',
  description:
    'The type, accepted values and default of each parameter; `parameters.get` returns the values. For members of ' +
    'tweakparams.',
  errors: ['auth_failure'],
  examples: [
    {
      title: 'List parameters that differ from their default',
      code:
        'const [{ parameters }, described] = await Promise.all([admin.parameters.get(), admin.parameters.describe()])\n' +
        'const different = described.parameters.filter((one) => parameters[one.name] !== one.default)',
    },
  ],
  access: 'required',
  right: { group: 'tweakparams', action: 'see parameters' },
  input: z.strictObject({}),
  output: z.object({
    parameters: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the parameter.' }),
          type: z.string().meta({
            description:
              'Type of the value: `text` of several lines, `line`, `bool`, `int`, `choice`, the name of a `group`, a ' +
              '`value` of a field, and lines with a special format such as `url`, `pattern` or `address`.',
          }),
          default: z.string().meta({ description: 'Default value, as a string.' }),
          choices: z.array(z.string()).meta({ description: 'Accepted values of a choice; otherwise empty.' }),
          min: z.int().nullable().meta({ description: 'Minimum of a number; otherwise null.' }),
          max: z.int().nullable().meta({ description: 'Maximum of a number; otherwise null.' }),
          field: z.string().nullable().meta({ description: 'Field, for a field value; otherwise null.' }),
          fixed: z.string().nullable().meta({ description: 'Why it cannot be set; null if it can.' }),
        }),
      )
      .meta({ description: 'All parameters.' }),
  }),
  async run() {
    return { parameters: parameterNames.map((name) => ({ name, ...told(parameterTable[name]) })) }
  },
})

function told(parameter: Parameter) {
  const { type, default: start, choices = [], min = null, max = null, field = null, fixed = null } = parameter
  return { type, default: start, choices: [...choices], min, max, field, fixed }
}
