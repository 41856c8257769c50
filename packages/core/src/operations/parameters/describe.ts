import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { parameterNames, parameterTable, type Parameter } from '../../setup/parameters.js'

// No section of the contract: the form for parameters needs it.
export const describeParameters = defineRead({
  name: 'parameters.describe',
  summary: 'What the parameters are',
  description:
    'What each parameter of the installation is set by, and what it is until somebody sets it; the values themselves ' +
    'are those of `parameters.get`. For members of tweakparams.',
  errors: ['auth_failure'],
  examples: [
    {
      title: 'What differs from the defaults',
      code:
        'const [{ parameters }, described] = await Promise.all([admin.parameters.get(), admin.parameters.describe()])\n' +
        'const different = described.parameters.filter((one) => parameters[one.name] !== one.default)',
    },
  ],
  access: 'required',
  right: { group: 'tweakparams', action: 'look at parameters' },
  input: z.strictObject({}),
  output: z.object({
    parameters: z
      .array(
        z.object({
          name: z.string().meta({ description: 'By this name it is read and set.' }),
          type: z.string().meta({
            description:
              'What it holds: `text` of several lines, `line`, `bool`, `int`, `choice`, the name of a `group`, a `value` ' +
              'of a field, and lines of a form of their own such as `url`, `pattern` or `address`.',
          }),
          default: z.string().meta({ description: 'Its value until it is set, as text.' }),
          choices: z.array(z.string()).meta({ description: 'What it can be, of those with a choice; else empty.' }),
          min: z.int().nullable().meta({ description: 'The smallest number, of numbers; else null.' }),
          max: z.int().nullable().meta({ description: 'The largest number, of numbers; else null.' }),
          field: z.string().nullable().meta({ description: 'The field whose value it is, of values; else null.' }),
          fixed: z.string().nullable().meta({ description: 'Why it cannot be set; null when it can.' }),
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
