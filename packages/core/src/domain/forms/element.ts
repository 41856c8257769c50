// Elements of forms, as issue forms of GitHub have them.
import * as z from 'zod'
import { limited, line, list, longText } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

/** Types of elements. */
export const elementTypes = ['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'] as const

const [longestLabel, longestText, mostOptions] = [255, 10_000, 100]

const text = limited(longText, longestText)
const label = limited(line, longestLabel).refine((given) => given !== '', problem('param_required'))
const validations = z.strictObject({ required: z.boolean().optional() }).optional()
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const about = { label, description: text.optional() }
const written = { ...about, placeholder: text.optional(), value: text.optional() }
const identified = { id: id.optional(), validations }

const markdown = z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) })

const input = z.strictObject({ type: z.literal('input'), ...identified, attributes: z.strictObject(written) })

const textarea = z.strictObject({
  type: z.literal('textarea'),
  ...identified,
  attributes: z.strictObject({ ...written, render: z.string().regex(/^[\w+#.-]{1,40}$/).optional() }), // prettier-ignore
})

const dropdown = z.strictObject({
  type: z.literal('dropdown'),
  ...identified,
  attributes: z.strictObject({
    ...about,
    options: list(label, mostOptions).min(1),
    multiple: z.boolean().optional(),
    default: z.int().min(0).optional(),
  }),
})

const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  ...identified,
  attributes: z.strictObject({
    ...about,
    options: list(z.strictObject({ label, required: z.boolean().optional() }), mostOptions).min(1),
  }),
})

export const formElement = z.discriminatedUnion('type', [markdown, input, textarea, dropdown, checkboxes])

type Parsed = z.output<typeof formElement>
type Question<T extends Parsed> = T extends Parsed ? Omit<T, 'id'> & { readonly id: string } : never

/** An element that takes an answer. Stored ones have an ID. */
export type FormField = Question<Exclude<Parsed, { type: 'markdown' }>>
export type FormText = Extract<Parsed, { type: 'markdown' }>
export type FormBody = readonly (FormField | FormText)[]
/** As given: IDs may be missing. */
export type GivenBody = readonly Parsed[]

/** The elements in responses. */
export const formElementView = z
  .object({
    type: z.enum(elementTypes).meta({
      description: 'Markdown that is shown, a line, a text, a choice, or boxes to check.',
    }),
    id: z
      .string()
      .optional()
      .meta({
        description:
          'Names the answer: 1 to 64 letters, digits, `_` and `-`. The name of a field of bugs sets that ' +
          'field. Generated from the label by default. Markdown has none.',
      }),
    attributes: z
      .object({
        label: z.string().optional().meta({ description: 'At most 255 characters; required but for Markdown.' }),
        description: z.string().optional().meta({ description: 'A hint, at most 10,000 characters.' }),
        placeholder: z.string().optional().meta({ description: 'Example of an answer, for lines and texts.' }),
        value: z.string().optional().meta({ description: 'The Markdown; initial text of lines and texts.' }),
        render: z.string().optional().meta({ description: 'Language of a text that is code.' }),
        options: z
          .array(
            z.union([
              z.string(),
              z.object({
                label: z.string().meta({ description: 'The text beside the box.' }),
                required: z.boolean().optional().meta({ description: 'It must be checked.' }),
              }),
            ]),
          )
          .optional()
          .meta({ description: '1 to 100 choices, or boxes with a `label`.' }),
        multiple: z.boolean().optional().meta({ description: 'Several choices are possible.' }),
        default: z.int().optional().meta({ description: 'The index of the choice that is preselected.' }),
      })
      .meta({ id: 'FormAttributes', description: 'The contents of an element of a form.' }),
    validations: z
      .object({ required: z.boolean().optional().meta({ description: 'It must have an answer.' }) })
      .optional()
      .meta({ description: 'Limits of its answer.' }),
  })
  .meta({ id: 'FormElement', description: 'An element of a form, as in issue forms of GitHub.' })

export type FormElementView = z.output<typeof formElementView>
