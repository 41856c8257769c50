// The text with which the description of a new bug begins.
import { useSignal, type Signal } from '@preact/signals'
import type { Client } from '../../page/operations.js'
import { useEffect } from 'preact/hooks'
import type { App } from '../../state/app.js'
import { templateInDraft, textOf, type Draft } from './load.js'

/**
 * Puts the template of the component, or else of the product, into an untouched description.
 * @param isOff the product has forms, which ask instead
 * @param onReplace the description is another one now
 */
export function useTemplate(
  { operations }: Pick<App, 'operations'>,
  draft: Signal<Draft>,
  isOff: boolean,
  onReplace: () => void,
): void {
  const found = useSignal<string | undefined>(undefined)
  const [product, component] = [textOf(draft.value, 'product'), textOf(draft.value, 'component')]
  useEffect(() => {
    let isCurrent = true
    const put = (text: string) => {
      if (isCurrent) found.value = text
    }
    // Without a template, the description stays as it is.
    if (product !== '' && !isOff) void templateOf(operations, product, component).then(put, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [product, component, isOff])
  const template = isOff ? '' : found.value
  const before = textOf(draft.value, templateInDraft)
  // A kept draft can begin with the template of another product.
  useEffect(() => {
    if (template === undefined || template === before) return
    const changed = withTemplate(draft.value, template)
    if (changed['description'] !== draft.value['description']) onReplace()
    draft.value = changed
  }, [template, before])
}

/** The description is the template and nothing else. */
export function isTemplate(draft: Draft): boolean {
  const template = textOf(draft, templateInDraft).trim()
  return template !== '' && textOf(draft, 'description').trim() === template
}

function withTemplate(draft: Draft, template: string): Draft {
  const isUntouched = isTemplate(draft) || textOf(draft, 'description').trim() === ''
  return { ...draft, [templateInDraft]: template, ...(isUntouched && { description: template }) }
}

async function templateOf(operations: Client, product: string, component: string): Promise<string> {
  const include_fields = ['bug_description_template'] as const
  const [{ products }, { components }] = await Promise.all([
    operations.products.get({ names: [product], include_fields }),
    component === '' ? { components: [] } : operations.components.get({ product, names: [component], include_fields }),
  ])
  return (
    [components[0], products[0]].map((one) => one?.bug_description_template ?? '').find((text) => text !== '') ?? ''
  )
}
