import { must } from '../../kernel/must.js'
import * as z from 'zod'
import { hasProductRight } from '../../access/permissions.js'
import { createAnswerSize, largestList } from '../../call/answer-size.js'
import { shownLogin, type Call, type User } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { components, findParts, partRefsOf, type Found } from '../../domain/products/parts.js'
import { componentView, componentViewer, createComponentCounter, peopleOf } from '../../domain/products/view.js'
import type { Component } from '../../setup/catalogue.js'
import { loadUsers } from '../../domain/users/find.js'

const view = componentView
  .extend({
    product: z.string().meta({ ref: 'product', description: 'Name of the product.' }),
    default_cc: z.array(z.string()).exactOptional().meta({
      ref: 'user',
      description: 'Logins on the CC list of new bugs. Only for callers who can change the component.',
    }),
  })
  .meta({ id: 'Component', description: 'A component of a product.' })

// Contract: Component.
export const getComponents = defineRead({
  name: 'components.get',
  summary: 'Get components of products',
  description:
    'Returns components, by product, then sort key, then name: those with these `ids`, and of the ' +
    '`product` those with these `names`, or all. Without any of these, all that the caller can see. ' +
    'Missing and hidden ones are omitted. Fails with `answer_too_large` if the response would exceed 16 ' +
    'MB; use `include_fields` to make it smaller.',
  errors: ['answer_too_large'],
  examples: [
    {
      title: 'Get the names of the components of a product',
      code: "const { components } = await alice.components.get({ product: 'Widgets', include_fields: ['id', 'name'] })",
    },
  ],
  access: 'optional',
  filters: 'components',
  input: z.strictObject({ ...partRefsOf('components'), ...fieldFilter }),
  output: z.object({
    components: z.array(view).meta({ description: 'Components, by product, then sort key, then name.' }),
  }),
  async run(tx, input, call) {
    const found = findParts(call, components, input)
    const filter = createFieldFilter(input)
    const parts = found.map(({ part }) => part)
    const viewComponent = componentViewer(call, filter, await peopleOf(tx, parts, filter))
    const shown = filter.wants('default_cc') ? found.filter((one) => mayChange(call, one)) : []
    const cc = await loadUsers(
      tx,
      shown.flatMap(({ part }) => part.default_cc_ids),
    )
    const logins = new Map(shown.map(({ part }) => [part.id, loginsOf(call, part, cc)]))
    const size = createAnswerSize(largestList)
    const countComponent = createComponentCounter(size)
    const views: Partial<z.infer<typeof view>>[] = []
    for (const { product, part } of found) {
      // Each may have many flag types.
      await call.timeBudget.step()
      const default_cc = logins.get(part.id)
      const component = viewComponent(part)
      countComponent(component)
      for (const login of default_cc ?? []) size.add(login.length + 3, 'include_fields')
      views.push({
        ...component,
        ...filter.pick({ product: product.name }),
        ...(default_cc && { default_cc }),
      })
    }
    return { components: views as z.infer<typeof view>[] }
  },
})

function mayChange(call: Call, { product }: Found<Component>): boolean {
  return hasProductRight(call, product, 'editcomponents')
}

function loginsOf(call: Call, component: Component, people: ReadonlyMap<number, User>): string[] {
  return component.default_cc_ids.flatMap((id) => shownLogin(call, must(people.get(id), 'user', id).login)).toSorted()
}
