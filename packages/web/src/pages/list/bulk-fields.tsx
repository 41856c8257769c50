// The controls of a change to several bugs.
import { useSignal, type Signal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useEffect, useId, useRef } from 'preact/hooks'
import { ordered } from '../../fields/ordered.js'
import { labelOfField } from '../../page/field-label.js'
import { activeNames, valueNames } from '../../page/value-names.js'
import { valueOptions } from '../../parts/value-options.js'
import { Choice } from '../../parts/choice.js'
import { optionsOf, type Option } from '../../parts/option.js'
import { PersonChoice } from '../../parts/person-choice.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import type { Texts } from '../../texts/index.js'
import { listFieldsOf, type BulkValues } from './bulk-changes.js'
import { editingKeys, type BulkBug } from './selection.js'

interface BulkFieldsProps {
  readonly metadata: ServerMetadataAnswer
  readonly bugs: readonly BulkBug[]
  readonly offered: readonly string[] | undefined
  readonly values: Signal<BulkValues>
  /** Opens its field at once; empty: the first field only gets the focus. */
  readonly firstKey: string | undefined
}

const alwaysShown: readonly string[] = ['status', 'assigned_to', 'priority', 'target_milestone']

/** The other fields that come first. */
const first: readonly string[] = ['keywords', 'resolution', 'severity', 'product', 'component', 'cc']

export function BulkFields({ metadata, bugs, offered, values, firstKey }: BulkFieldsProps) {
  const { texts, who } = useApp()
  const labels = texts.bulk
  const root = useRef<HTMLDivElement>(null)
  const isUnfolded = useSignal(firstKey === 'l')
  const set = (more: Partial<BulkValues>) => (values.value = { ...values.value, ...more })
  const press = (key: string) => root.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
  const wanted = useRef(firstKey)
  useEffect(() => {
    if (wanted.current === '') root.current?.querySelector('button')?.focus()
    else if (wanted.current !== undefined) press(wanted.current)
    wanted.current = undefined
  }, [isUnfolded.value])
  const openKeywords = () => {
    wanted.current = 'l'
    isUnfolded.value = true
  }
  // On the page of a bug, its fields have the same keys; without a selection, those of the list open the form.
  const open = Object.fromEntries(Object.values(editingKeys).map((key) => [key, () => press(key)]))
  useKeys(bugs.length === 0 ? {} : isUnfolded.value ? open : { ...open, l: openKeywords })
  const control = useControl(metadata, bugs, values)
  const fields = metadata.fields.filter(
    ({ is_bulk, name_in_bugs }) => is_bulk && (offered?.includes(name_in_bugs ?? '') ?? true),
  )
  const always = alwaysShown.flatMap((name) => fields.find(({ name_in_bugs }) => name_in_bugs === name) ?? [])
  const others = ordered(
    fields.filter((field) => !always.includes(field)),
    first,
  )
  return (
    <div ref={root} class="bulk-fields">
      {isUnfolded.value && <div class="bulk-more">{others.map(control)}</div>}
      <div class="bulk-always">
        {always.map(control)}
        <button
          type="button"
          class="quiet"
          aria-expanded={isUnfolded.value}
          onClick={() => (isUnfolded.value = !isUnfolded.value)}
        >
          {labels.more}
        </button>
        <Comment value={values.value.comment} onInput={(comment) => set({ comment })} />
        {who?.isInsider && (
          <label class="check">
            <input
              type="checkbox"
              checked={values.value.isPrivate}
              onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
            />
            {labels.private}
          </label>
        )}
      </div>
    </div>
  )
}

/** Returns the function that draws the control of a field. */
function useControl(metadata: ServerMetadataAnswer, bugs: readonly BulkBug[], values: Signal<BulkValues>) {
  const { texts } = useApp()
  const labels = texts.bulk
  const { fields } = values.value
  const setFields = (more: Readonly<Record<string, string>>) =>
    (values.value = { ...values.value, fields: { ...values.value.fields, ...more } })
  const valueOf = (name: string) => fields[name] ?? ''
  const offered: Readonly<Record<string, readonly string[]>> = offeredOf(metadata, bugs, valueOf('product'))
  const { added, replaced } = listFieldsOf(metadata.fields)
  const special: Readonly<Record<string, string>> = { cc: labels.addCc, keywords: labels.addKeywords }
  return (field: FieldOfMetadata) => {
    const name = field.name_in_bugs ?? field.name
    const label = special[name] ?? labelOfField(texts, field)
    const common = { label, keys: editingKeys[name] }
    const isSet = valueOf(name) !== ''
    const set = (value: string) => setFields({ [name]: value })
    if (name === 'status') {
      const save = ([status = '', resolution = '']: readonly string[]) => setFields({ status, resolution })
      const value = isSet && valueOf('resolution') !== '' ? [valueOf(name), valueOf('resolution')] : [valueOf(name)]
      return (
        <Picked key={name} {...common} value={value} options={statusOptions(metadata, offered, texts)} onSave={save} />
      )
    }
    if (name === 'keywords') {
      const options = optionsOf(activeNames(metadata.keywords))
      const value = isSet ? valueOf(name).split(',') : []
      return (
        <Picked key={name} {...common} isMany value={value} options={options} onSave={(all) => set(all.join(','))} />
      )
    }
    if (field.control === 'select') {
      const options = offered[name] ?? field.values.map((option) => option.name)
      const all = [{ value: '', text: labels.noChange }, ...valueOptions(texts, name, options.filter(Boolean))]
      return (
        <Picked key={name} {...common} value={[valueOf(name)]} options={all} onSave={([value = '']) => set(value)} />
      )
    }
    if (field.control === 'person') return <Person key={name} {...common} value={valueOf(name)} onChange={set} />
    const hint = added.includes(name) || replaced.includes(name) ? labels.severalHint : undefined
    return <Line key={name} label={label} value={valueOf(name)} hint={hint} onInput={set} />
  }
}

/** A closed status asks for the resolution next. */
function statusOptions(
  metadata: ServerMetadataAnswer,
  offered: Readonly<Record<string, readonly string[]>>,
  texts: Texts,
): readonly Option[] {
  const values = metadata.fields.find(({ name_in_bugs }) => name_in_bugs === 'status')?.values ?? []
  const resolutions = {
    label: texts.fields.resolution,
    options: valueOptions(texts, 'resolution', offered['resolution'] ?? []),
  }
  const statuses = values.map(({ name }) => name).filter((name) => name !== '')
  const closed = new Set(values.flatMap(({ name, is_open }) => (is_open === false ? [name] : [])))
  return [
    { value: '', text: texts.bulk.noChange },
    ...valueOptions(texts, 'status', statuses).map((option) => ({
      ...option,
      ...(closed.has(option.value) && { next: resolutions }),
    })),
  ]
}

/** The options that depend on the bugs: components and milestones of all their products, or of the one that they move to. */
function offeredOf(metadata: ServerMetadataAnswer, bugs: readonly BulkBug[], product: string) {
  const { products } = metadata
  const named = product === '' ? new Set(bugs.map((bug) => bug.product)) : new Set([product])
  const among = products.filter(({ name }) => named.has(name))
  const inAll = (namesOf: (product: (typeof products)[number]) => string[]) => {
    const [first = [], ...others] = among.map(namesOf)
    return first.filter((name) => others.every((names) => names.includes(name)))
  }
  return {
    status: valueNames(metadata, 'status'),
    // Each duplicate would have to name another bug.
    resolution: valueNames(metadata, 'resolution').filter((name) => name !== 'DUPLICATE'),
    product: products.filter(({ is_enterable }) => is_enterable).map(({ name }) => name),
    component: inAll(({ components }) => activeNames(components)),
    target_milestone: inAll(({ milestones }) => activeNames(milestones)),
  }
}

interface PickedProps {
  readonly label: string
  readonly value: readonly string[]
  readonly options: readonly Option[]
  readonly isMany?: boolean
  readonly keys: string | undefined
  readonly onSave: (values: readonly string[]) => void
}

function Picked({ label, value, options, isMany = false, keys, onSave }: PickedProps) {
  const labels = useApp().texts.bulk
  return (
    <div class={`filter ${value.some((one) => one !== '') ? 'is-set' : ''}`}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <span class="boxed">
        <Choice
          label={label}
          value={value}
          shown={visible(textOf(value, options))}
          empty={labels.noChange}
          isMany={isMany}
          options={() => options}
          shortcut={keys}
          onSave={onSave}
        />
      </span>
    </div>
  )
}

/** The texts of chosen options and of those that they ask for next. */
function textOf(value: readonly string[], options: readonly Option[]): string {
  const nextOf = ({ next }: Option): readonly Option[] =>
    next === undefined || typeof next.options === 'function' ? [] : next.options
  const all = options.flatMap((option) => [option, ...nextOf(option)])
  return value.map((one) => all.find((option) => option.value === one)?.text ?? one).join(', ')
}

interface PersonProps {
  readonly label: string
  readonly value: string
  readonly keys: string | undefined
  readonly onChange: (login: string) => void
}

function Person({ label, value, keys, onChange }: PersonProps) {
  const labels = useApp().texts.bulk
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <PersonChoice label={label} value={value} empty={labels.noChange} shortcut={keys} onChoose={onChange} />
    </div>
  )
}

interface LineProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly onInput: (value: string) => void
}

function Line({ label, hint, value, onInput }: LineProps) {
  const id = useId()
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        title={hint}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </div>
  )
}

function Comment({ value, onInput }: { readonly value: string; readonly onInput: (value: string) => void }) {
  const label = useApp().texts.bulk.comment
  return (
    <div class="filter bulk-comment">
      <textarea
        aria-label={label}
        placeholder={label}
        rows={2}
        dir="auto"
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </div>
  )
}
