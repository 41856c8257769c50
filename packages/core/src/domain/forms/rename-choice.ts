// Choices of forms that are values of bugs. Forms store their names.
import { createPlan, writePlan } from '../audit/plan.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import type { Component, Milestone, Version } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { isComma, isCommaOrBlank, isCommaOrSemicolon, piecesOf, type CharacterTest } from '../../kernel/scan.js'
import { fold } from '../../store/index.js'
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

/** Renames a value in the choices of forms: the old name could no longer be filed. Forms that would exceed their limits keep it. */
export async function renameChoice(
  tx: Writer,
  call: Call,
  { fields, productId, before, after }: Renamed,
): Promise<void> {
  if (after === undefined || after === before) return
  const where = productId === undefined ? { and: [] } : ({ col: 'product_id', eq: productId } as const)
  const forms = await tx.select({ from: 'forms', where, columns: ['id', 'body'] })
  const renamed = (name: string) => (fold(name) === fold(before) ? after : name)
  for (const { id, body } of forms) {
    const elements = (body as FormBody).map((element) =>
      'id' in element && fields.includes(element.id) ? withNames(element, inLists(call, element.id, renamed)) : element,
    )
    if (JSON.stringify(elements) === JSON.stringify(body) || !formBody.safeParse(elements).success) continue
    const plan = createPlan<'forms'>()
    plan.change('body', before, after, () => ({ body: storedBody(elements) }))
    await writePlan(tx, call, 'forms', id, plan)
  }
}

/** The same for the login of a user. Called beside `writeUpdate`, as forms depend on users. */
export async function renameLogin(tx: Writer, call: Call, before: string, after: string | undefined): Promise<void> {
  await renameChoice(tx, call, { fields: ['assigned_to', 'qa_contact', 'cc'], before, after })
}

/** Renames each name in a text of several, once. A name can hold commas itself. */
function inLists({ catalogue }: Call, id: string, renamed: Rename): Rename {
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

/** Choices that have the same name afterwards become one. */
function withNames(element: Element, renamed: Rename): Element {
  if (element.type === 'dropdown') {
    const { options: before, default: index } = element.attributes
    const options = [...new Set(before.map(renamed))]
    const preselected = index === undefined ? {} : { default: options.indexOf(renamed(before[index] ?? '')) }
    return { ...element, attributes: { ...element.attributes, options, ...preselected } }
  }
  if (element.type === 'checkboxes') {
    const options = element.attributes.options.map((option) => ({ ...option, label: renamed(option.label) }))
    const byLabel = new Map(options.toReversed().map((option) => [option.label, option]))
    return { ...element, attributes: { ...element.attributes, options: [...byLabel.values()].toReversed() } }
  }
  if (element.type === 'markdown' || element.attributes.value === undefined) return element
  return { ...element, attributes: { ...element.attributes, value: renamed(element.attributes.value) } }
}
