// Choices of forms that are values of bugs. Forms store their names.
import { createPlan, writePlan } from '../audit/plan.js'
import type { Call } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'
import type { Catalogue, Component, Milestone, Version } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { isComma, isCommaOrBlank, isCommaOrSemicolon, piecesOf, type CharacterTest } from '../../kernel/scan.js'
import { fold, type Json } from '../../store/index.js'
import type { Found, Parts } from '../products/parts.js'
import { formBody, storedBody } from './body.js'
import type { FormBody } from './element.js'

interface Renamed {
  /** The fields, by their names in bugs. */
  readonly fields: readonly string[]
  /** The product of the value; undefined if all products have it. */
  readonly productId?: number
  readonly before: string
  readonly after: string | undefined
}

type Element = FormBody[number]
type Rename = (text: string) => string

/** Fields that take several names in one text. */
const separators: Readonly<Record<string, CharacterTest>> = { keywords: isCommaOrBlank, cc: isCommaOrSemicolon }

const fieldsOfUsers = ['assigned_to', 'qa_contact', 'cc']

/** Renames a value in the choices of forms: the old name could no longer be filed. Forms that would exceed their limits keep it. */
export async function renameChoice(tx: Writer, call: Call, renamed: Renamed): Promise<void> {
  for (const { id, body } of await findRenamed(tx, call.catalogue, renamed)) {
    const plan = createPlan<'forms'>()
    plan.change('body', renamed.before, renamed.after, () => ({ body }))
    await writePlan(tx, call, 'forms', id, plan)
  }
}

/** The same for the login of a user. Called beside `writeUpdate`, as forms depend on users. */
export async function renameLogin(tx: Writer, call: Call, before: string, after: string | undefined): Promise<void> {
  await renameChoice(tx, call, { fields: fieldsOfUsers, before, after })
}

/** The forms that name a user, with their bodies under the new login. */
export async function formsOfLogin(tx: Reader, catalogue: Catalogue, before: string, after: string): Promise<Body[]> {
  return findRenamed(tx, catalogue, { fields: fieldsOfUsers, before, after })
}

interface Body {
  readonly id: number
  readonly body: Json
}

async function findRenamed(
  tx: Reader,
  catalogue: Catalogue,
  { fields, productId, before, after }: Renamed,
): Promise<Body[]> {
  if (after === undefined || after === before) return []
  const where = productId === undefined ? { and: [] } : ({ col: 'product_id', eq: productId } as const)
  const forms = await tx.select({ from: 'forms', where, columns: ['id', 'body'] })
  const renamed = (name: string) => (fold(name) === fold(before) ? after : name)
  return forms.flatMap(({ id, body }) => {
    const elements = (body as FormBody).map((element) =>
      'id' in element && fields.includes(element.id) ? withNames(catalogue, element, renamed) : element,
    )
    const isKept = JSON.stringify(elements) === JSON.stringify(body) || !formBody.safeParse(elements).success
    return isKept ? [] : [{ id, body: storedBody(elements) }]
  })
}

/** Renames each name in a text of several, once. A name can hold commas itself. */
function inLists(catalogue: Catalogue, id: string, renamed: Rename): Rename {
  const field = catalogue.fields.named(id)
  const isSeparator = separators[id] ?? (field?.type === fieldTypes.multiSelect ? isComma : undefined)
  return (text) => {
    const whole = renamed(text)
    if (whole !== text || !isSeparator || field?.values.some((value) => value.name_folded === fold(text))) return whole
    const names = piecesOf(text, isSeparator)
    const after = names.map(renamed)
    return after.join() === names.join() ? text : [...new Set(after)].join(', ')
  }
}

/**
 * The same for a part of a product, the first of those found. Forms for all products keep the name, which parts of other products may
 * have, too.
 */
export async function renamePartChoice(
  tx: Writer,
  call: Call,
  kind: Parts<never>['kind'],
  [found]: readonly Found<Component | Version | Milestone>[],
  after: string | undefined,
): Promise<void> {
  if (!found) return
  const field = kind === 'milestone' ? 'target_milestone' : kind
  await renameChoice(tx, call, { fields: [field], productId: found.product.id, before: found.part.name, after })
}

/** Choices that have the same name afterwards become one, in the place of the first. */
function withNames(catalogue: Catalogue, element: Element, renamed: Rename): Element {
  if (element.type === 'markdown') return element
  if (element.type === 'dropdown') {
    const { options: before, default: index, multiple } = element.attributes
    // Of several choices, each is one name.
    const renamedOption = multiple ? renamed : inLists(catalogue, element.id, renamed)
    const options = [...new Set(before.map(renamedOption))]
    const preselected = index === undefined ? {} : { default: options.indexOf(renamedOption(before[index] ?? '')) }
    return { ...element, attributes: { ...element.attributes, options, ...preselected } }
  }
  if (element.type === 'checkboxes') {
    const byLabel = new Map<string, (typeof element.attributes.options)[number]>()
    for (const option of element.attributes.options) {
      const label = renamed(option.label)
      if (!byLabel.has(label)) byLabel.set(label, { ...option, label })
    }
    return { ...element, attributes: { ...element.attributes, options: [...byLabel.values()] } }
  }
  const { value } = element.attributes
  if (value === undefined) return element
  return { ...element, attributes: { ...element.attributes, value: inLists(catalogue, element.id, renamed)(value) } }
}
