// The product of a bug. Another product has other components and versions, so these are chosen with it.
import { useSignal } from '@preact/signals'
import { useApp } from '../state/app.js'
import { activeNames } from '../page/active-names.js'
import { SelectControl } from './controls.js'
import type { OnChange } from './field-control.js'
import type { BugData } from './bug-data.js'

interface Place {
  readonly product: string
  readonly component: string
  readonly version: string
}

export function PlaceField({ data, onChange }: { readonly data: BugData; readonly onChange: OnChange }) {
  const { texts } = useApp()
  const { bug, metadata } = data
  const place = useSignal<Place | undefined>(undefined)
  const { value } = place
  const chosen = metadata.products.find(({ name }) => name === value?.product)
  const choose = (product: string) => {
    const to = metadata.products.find(({ name }) => name === product)
    const keep = (all: readonly string[], now: string) => (all.includes(now) ? now : (all[0] ?? ''))
    place.value =
      product === bug.product || !to
        ? undefined
        : {
            product,
            component: keep(activeNames(to.components), bug.component),
            version: keep(activeNames(to.versions), bug.version),
          }
  }
  return (
    <>
      <SelectControl
        field="product"
        label={texts.fields.product}
        value={value?.product ?? bug.product}
        options={metadata.products.filter(({ is_enterable }) => is_enterable).map(({ name }) => name)}
        onChange={choose}
      />
      {value && (
        <>
          <SelectControl
            field="component"
            label={texts.bug.newComponent}
            value={value.component}
            options={activeNames(chosen?.components)}
            onChange={(component) => (place.value = { ...value, component })}
          />
          <SelectControl
            field="version"
            label={texts.bug.newVersion}
            value={value.version}
            options={activeNames(chosen?.versions)}
            onChange={(version) => (place.value = { ...value, version })}
          />
          <MoveButtons
            onMove={() => {
              place.value = undefined
              onChange({ ...value }, texts.fields.product, value.product)
            }}
            onCancel={() => (place.value = undefined)}
          />
        </>
      )}
    </>
  )
}

function MoveButtons({ onMove, onCancel }: { readonly onMove: () => void; readonly onCancel: () => void }) {
  const { texts } = useApp()
  return (
    <div class="buttons">
      <button type="button" class="primary" onClick={onMove}>
        {texts.bug.move}
      </button>
      <button type="button" onClick={onCancel}>
        {texts.dialog.cancel}
      </button>
    </div>
  )
}
