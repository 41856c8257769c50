// Choices of forms that are values of bugs. Forms store their names.
import { createPlan, writePlan } from '../audit/plan.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import type { Component, Milestone, Version } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import type { Found, Parts } from '../products/parts.js'
import { storedBody } from './body.js'
import type { FormBody } from './element.js'

interface Renamed {
  /** The field, by its name in bugs. */
  readonly field: string
  /** The product of the value; undefined if all products have it. */
  readonly productId?: number
  readonly before: string
  readonly after: string | undefined
}

type Element = FormBody[number]

/** Renames a value in the choices of forms. The old name could no longer be filed. */
export async function renameChoice(
  tx: Writer,
  call: Call,
  { field, productId, before, after }: Renamed,
): Promise<void> {
  if (after === undefined || after === before) return
  const where = productId === undefined ? { and: [] } : ({ col: 'product_id', eq: productId } as const)
  const forms = await tx.select({ from: 'forms', where, columns: ['id', 'body'] })
  const renamed = (name: string) => (fold(name) === fold(before) ? after : name)
  for (const { id, body } of forms) {
    const elements = (body as FormBody).map((element) =>
      'id' in element && element.id === field ? withNames(element, renamed) : element,
    )
    if (JSON.stringify(elements) === JSON.stringify(body)) continue
    const plan = createPlan<'forms'>()
    plan.change('body', before, after, () => ({ body: storedBody(elements) }))
    await writePlan(tx, call, 'forms', id, plan)
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
  await renameChoice(tx, call, { field, productId: found.product.id, before: found.part.name, after })
}

function withNames(element: Element, renamed: (name: string) => string): Element {
  if (element.type === 'dropdown') {
    const options = element.attributes.options.map(renamed)
    return { ...element, attributes: { ...element.attributes, options } }
  }
  if (element.type === 'checkboxes') {
    const options = element.attributes.options.map((option) => ({ ...option, label: renamed(option.label) }))
    return { ...element, attributes: { ...element.attributes, options } }
  }
  if (element.type !== 'input' || element.attributes.value === undefined) return element
  return { ...element, attributes: { ...element.attributes, value: renamed(element.attributes.value) } }
}
