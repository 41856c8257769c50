// The controls of the form for a new bug.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ComponentChildren, RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { optionsOfField } from '../../fields/by-kind.js'
import { FieldRow } from '../../fields/controls.js'
import { typedBug } from '../../fields/typed-bug.js'
import { labelOfField } from '../../page/field-label.js'
import { bugOptions, typedBugs } from '../../parts/bug-options.js'
import { Choice } from '../../parts/choice.js'
import type { Options } from '../../parts/option.js'
import { peopleOptions } from '../../parts/people-options.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { defaultOf, valuesOfNew } from './default-of.js'
import type { FormState } from './form.js'
import { isList, listOf, textOf, type NewData } from './load.js'

/** The error at a field, which describes its control. */
export function useMessage({ refused }: FormState, name: string) {
  const id = useId()
  const message = refused.get(name)
  return {
    described: { isInvalid: message !== undefined, describedBy: message === undefined ? undefined : id },
    message: message !== undefined && (
      <span id={id} class="refused">
        {visible(message)}
      </span>
    ),
  }
}

interface LabeledProps {
  readonly label: string
  readonly id: string
  readonly children: ComponentChildren
}

function Labeled({ label, id, children }: LabeledProps) {
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}

interface NamedProps {
  readonly form: FormState
  readonly name: 'product' | 'component'
  readonly names: readonly string[]
}

/** The product or the component, which a bug needs. */
export function PlaceOfNew({ form, name, names }: NamedProps) {
  const { texts } = useApp()
  const { described, message } = useMessage(form, name)
  const id = useId()
  return (
    <Labeled label={texts.new[name]} id={id}>
      <Choice
        id={id}
        label={texts.new[name]}
        value={[textOf(form.draft, name)]}
        empty={texts.new.choose}
        options={() => names.map((value) => ({ value, text: value }))}
        {...described}
        onSave={([value = '']) => form.set(name, value)}
      />
      {message}
    </Labeled>
  )
}

interface SummaryProps {
  readonly form: FormState
  readonly input: RefObject<HTMLInputElement | null>
}

export function SummaryOfNew({ form, input }: SummaryProps) {
  const { texts } = useApp()
  const { described, message } = useMessage(form, 'summary')
  const id = useId()
  return (
    <Labeled label={texts.new.summary} id={id}>
      <input
        ref={input}
        id={id}
        type="text"
        dir="auto"
        value={textOf(form.draft, 'summary')}
        aria-invalid={described.isInvalid || undefined}
        aria-describedby={described.describedBy}
        onInput={({ currentTarget }) => form.set('summary', currentTarget.value)}
      />
      {message}
    </Labeled>
  )
}

/** A field by its kind, as a row of its label and its value; the default is shown quiet. */
export function FieldOfNew({ form, field }: { readonly form: FormState; readonly field: FieldOfMetadata }) {
  const app = useApp()
  const name = field.name_in_bugs ?? field.name
  const text = labelOfField(app.texts, field)
  const isRequired = field.is_custom && field.is_mandatory && field.is_on_bug_entry
  const label = isRequired ? app.texts.new.required(text) : text
  const { described, message } = useMessage(form, name)
  const options = choosable(app, form, field, name)
  const isMany = isList(field)
  // Only IDs are typed with commas between them: other values can contain some.
  const apart = field.control === 'bugs' ? (value: string) => value.split(',') : (value: string) => [value]
  return (
    <FieldRow label={label}>
      {options ? (
        <Choice
          {...described}
          label={label}
          isMany={isMany}
          value={isMany ? listOf(form.draft, name) : [textOf(form.draft, name)]}
          empty={defaultOf(app.texts, form, name)}
          options={options}
          create={field.control === 'bugs' ? (isMany ? typedBugs : typedBug) : undefined}
          onSave={(values) => form.set(name, isMany ? values.flatMap(apart) : (values[0] ?? ''))}
        />
      ) : (
        <Line {...described} form={form} field={field} name={name} label={label} isRequired={isRequired} />
      )}
      {message}
    </FieldRow>
  )
}

/** Undefined if the value is typed. */
function choosable(app: App, form: FormState, field: FieldOfMetadata, name: string): (() => Options) | undefined {
  const { metadata } = form.data
  const valuesOf = (other: string) => valuesOfNew(form, other)
  const { control } = field
  const nobody = defaultOf(app.texts, form, name) ?? app.texts.people.nobody
  if (control === 'person') return () => peopleOptions(app, { nobody })
  if (control === 'people') return () => peopleOptions(app)
  if (control === 'bugs') return () => bugOptions(app, undefined, isList(field) ? undefined : app.texts.choice.none)
  if (name === 'keywords') return () => keywordOptions(metadata)
  if (control === 'select' || (control === 'names' && field.values.length > 0))
    return () => optionsOfField({ metadata, product: form.product, valuesOf }, field, name)
  return undefined
}

function keywordOptions({ keywords }: NewData['metadata']) {
  return keywords.filter(({ is_active }) => is_active).map(({ name }) => ({ value: name, text: name }))
}

interface LineProps {
  readonly form: FormState
  readonly field: FieldOfMetadata
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
}

function Line({ form, field: { control }, name, label, isRequired, isInvalid, describedBy }: LineProps) {
  const common = {
    'aria-label': label,
    dir: 'auto' as const,
    value: textOf(form.draft, name),
    'aria-required': isRequired || undefined,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      form.set(name, currentTarget.value),
  }
  if (control === 'long text') return <textarea {...common} rows={3} />
  if (control === 'day') return <input {...common} type="date" />
  return <input {...common} type="text" />
}
