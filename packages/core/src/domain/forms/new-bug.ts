// New bugs that are filed with a form.
import { closeFence } from '@trackerkit/markdown'
import type { Call } from '../../call/context.js'
import { parseInput } from '../../call/define/operation.js'
import { word } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader } from '../../schema/index.js'
import * as z from 'zod'
import type { CreateInput } from '../bugs/fields/body-types.js'
import { createFields } from '../bugs/fields/input.js'
import { requireEnterable } from '../bugs/rules/placement.js'
import { isMarkdownAllowed } from '../comments/markdown.js'
import { answersInput, fillForm, type Answers } from './answers.js'
import { fieldsOf, isFieldHere } from './fields.js'
import { loadBodies, requireFormFor } from './find.js'
import { keywordsOfNew } from './keywords.js'

/** Inputs of Create Bug for forms. */
export const formFields = {
  form: word.nullish().meta({
    description:
      'Name of a form, whose `answers` follow the description, each in a section with its label. ' +
      'The bug also gets its `keywords`, which take no right.',
  }),
  answers: answersInput.nullish().meta({
    description:
      'Answers to the form, by the IDs of its elements: a text, or a list for several choices and checked boxes. ' +
      'An element whose ID is the name of a field sets it, with the rights of the caller.',
  }),
}

type Unplaced = Omit<CreateInput, 'component' | 'version'> & {
  readonly component?: string | undefined
  readonly version?: string | undefined
}
type WithForm = Unplaced & { readonly form?: string | undefined; readonly answers?: Answers | undefined }

const texts = z.object({ summary: createFields.summary, description: createFields.description })

interface Filled<Input> {
  readonly input: Input
  /** IDs of those that the form gives; undefined without a form. */
  readonly keywords?: ReadonlySet<number>
}

/** The new bug with its answers. @throws object_does_not_exist, param_required; as fillForm; as bugs.create for fields */
export async function withForm(
  tx: Reader,
  call: Call,
  { form, answers, ...given }: WithForm,
): Promise<Filled<CreateInput>> {
  if (form === undefined && answers !== undefined) throw new TrackerError('param_required', { field: 'form' })
  if (form === undefined) return { input: placed(given) }
  const { input, ...rest } = await filled(tx, call, given, form, answers ?? {})
  return { ...rest, input: placed(input) }
}

/** @throws require_component, object_not_specified */
function placed(input: Unplaced): CreateInput {
  const { component, version } = input
  if (component === undefined) throw new TrackerError('require_component', { field: 'component' })
  if (version === undefined) throw new TrackerError('object_not_specified', { field: 'version' })
  return { ...input, component, version }
}

async function filled(
  tx: Reader,
  call: Call,
  given: Unplaced,
  form: string,
  answers: Answers,
): Promise<Filled<Unplaced>> {
  const { catalogue } = call
  const found = await requireFormFor(tx, call, requireEnterable(call, given.product), form)
  const body = must((await loadBodies(tx, [found.id])).get(found.id), 'form', found.id)
  const { fields, sections } = fillForm(body, answers, (id) => isFieldHere(catalogue, id))
  const component = catalogue.components.get(found.component_id ?? 0)?.name
  const { summary, description } = parseInput(
    { input: texts },
    { summary: titled(found.title, given.summary), description: joined(given.description, sections) },
  )
  const is_markdown = given.is_markdown ?? isMarkdownAllowed({ catalogue })
  const own = component === undefined || given.component !== undefined ? {} : { component }
  const input = { ...given, ...own, ...fieldsOf(fields), summary, description: description ?? '', is_markdown }
  return { input, keywords: await keywordsOfNew(tx, call, found.id) }
}

/** The summary with the beginning that the form gives it. */
export function titled(title: string, summary: string | undefined): string | undefined {
  if (summary === undefined || title === '' || summary.startsWith(title)) return summary
  return `${title} ${summary}`
}

export function joined(description: string | undefined, sections: string): string {
  return [closeFence(description ?? ''), sections].filter((text) => text !== '').join('\n\n')
}
