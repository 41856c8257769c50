// The product of a bug. Another product has other components and versions, which are chosen with it.
import { optionsOf, type Option } from '../parts/option.js'
import { activeNames } from '../page/value-names.js'
import { useApp } from '../state/app.js'
import type { Texts } from '../texts/index.js'
import type { BugData } from './bug-data.js'
import { ChoiceControl } from './controls.js'
import type { OnChange } from './field-control.js'

interface ProductFieldProps {
  readonly data: BugData
  readonly onChange: OnChange
}

export function ProductField({ data, onChange }: ProductFieldProps) {
  const { texts } = useApp()
  const label = texts.fields.product
  return (
    <ChoiceControl
      field="product"
      label={label}
      value={[data.bug.product]}
      options={() => productOptions(texts, data)}
      onSave={([product = '', component = '', version = '']) =>
        onChange({ product, component, version }, label, product)
      }
    />
  )
}

function productOptions(texts: Texts, { bug, metadata }: BugData): Option[] {
  return metadata.products
    .filter(({ is_enterable, name }) => is_enterable || name === bug.product)
    .map(({ name, components, versions }): Option => {
      if (name === bug.product) return { value: name, text: name }
      const version = { label: texts.bug.newVersion, options: optionsOf(activeNames(versions)) }
      const places = optionsOf(activeNames(components)).map((option) => ({ ...option, next: version }))
      return { value: name, text: name, next: { label: texts.bug.newComponent, options: places } }
    })
}
