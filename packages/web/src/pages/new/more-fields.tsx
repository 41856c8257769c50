// The fields of a new bug that most do not need, and custom ones that the installation wants at once.
import { useSignal } from '@preact/signals'
import type { Field } from '@trackerkit/client'
import { useApp } from '../../state/app.js'
import { Choice, Line } from './fields.js'
import { activeNames } from '../../page/active-names.js'
import type { NewData, Product } from './load.js'

interface Binding {
  readonly value: string
  readonly message: string | undefined
  readonly onInput: (value: string) => void
}

interface MoreFieldsProps {
  readonly data: NewData
  readonly product: Product | undefined
  readonly bind: (field: string) => Binding
  readonly valueOf: (field: string) => string
}

/** Written in one line each. */
const lines = [
  'assigned_to',
  'cc',
  'keywords',
  'url',
  'whiteboard',
  'deadline',
  'depends_on',
  'blocks',
  'see_also',
  'alias',
] as const

export function MoreFields({ data, product, bind, valueOf }: MoreFieldsProps) {
  const { texts } = useApp()
  const isOpen = useSignal(false)
  const custom = data.metadata.fields.filter((field) => field.is_custom && isShown(field, valueOf))
  const wanted = custom.filter(({ is_mandatory, is_on_bug_entry }) => is_mandatory || is_on_bug_entry)
  const valuesOf = (name: string) =>
    data.metadata.fields.find((field) => field.name === name)?.values.map((value) => value.name) ?? []
  return (
    <>
      {wanted.map((field) => (
        <CustomField key={field.name} field={field} binding={bind(field.name)} />
      ))}
      <button
        type="button"
        class="quiet more"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {texts.new.more}
      </button>
      {isOpen.value && (
        <div class="form-columns">
          <Choice
            label={texts.fields.target_milestone}
            options={activeNames(product?.milestones)}
            nothing=""
            {...bind('target_milestone')}
          />
          <Choice label={texts.fields.platform} options={valuesOf('rep_platform')} nothing="" {...bind('platform')} />
          <Choice label={texts.fields.op_sys} options={valuesOf('op_sys')} nothing="" {...bind('op_sys')} />
          {lines.map((field) => (
            <Line key={field} label={texts.fields[field]} {...bind(field)} />
          ))}
          {custom
            .filter((field) => !wanted.includes(field))
            .map((field) => (
              <CustomField key={field.name} field={field} binding={bind(field.name)} />
            ))}
        </div>
      )}
    </>
  )
}

/** Fields are called otherwise in the list of fields. */
const names: Readonly<Record<string, string>> = {
  bug_severity: 'severity',
  rep_platform: 'platform',
  bug_status: 'status',
}

function isShown({ visibility_field, visibility_values }: Field, valueOf: (field: string) => string): boolean {
  return visibility_field === null || visibility_values.includes(valueOf(names[visibility_field] ?? visibility_field))
}

function CustomField({ field, binding }: { readonly field: Field; readonly binding: Binding }) {
  if (field.values.length === 0) return <Line label={field.display_name} {...binding} />
  return <Choice label={field.display_name} options={field.values.map(({ name }) => name)} nothing="" {...binding} />
}
