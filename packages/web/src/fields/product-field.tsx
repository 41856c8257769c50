// The product of a bug. Another product has other components and versions, which are chosen with it.
import type { Options } from '../parts/option.js'
import { useApp, type App } from '../state/app.js'
import { ChoiceControl } from './controls.js'
import type { ControlProps } from './field-control.js'

export function ProductField({ data, onChange }: ControlProps) {
  const app = useApp()
  const label = app.texts.fields.product
  return (
    <ChoiceControl
      field="product"
      label={label}
      value={[data.bug.product]}
      options={() => optionsIn(app, data.bug.product)}
      onSave={([product = '', component = '', version = '']) =>
        onChange({ product, component, version }, label, product)
      }
    />
  )
}

function optionsIn(app: App, current: string): Options {
  const load = async () => (await import('./product-options.js')).productOptions(app, current)
  let search: ReturnType<typeof load> | undefined
  return async (typed) => (await (search ??= load()))(typed)
}
