import type { Tracker } from '@trackerkit/core'

/** The product and component of `addWidgets`, for new bugs. */
export const widgets = { product: 'Widgets', component: 'UI', version: '1.0' } as const

/** Creates a product that takes bugs. */
export async function addWidgets(tracker: Tracker): Promise<void> {
  const { products, components } = tracker.asSystem('admin@example.com')
  const { product, component, version } = widgets
  await products.create({ name: product, description: 'Things that blink', version })
  await components.create({
    ...{ product, name: component, description: 'The visible part', default_assignee: 'admin@example.com' },
  })
}
