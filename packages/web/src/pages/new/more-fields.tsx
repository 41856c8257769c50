// The fields of a new bug that most do not need, and those that the installation asks for at once.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useApp } from '../../state/app.js'
import { Choice, Line } from './fields.js'
import { ordered } from '../../fields/ordered.js'
import { activeNames } from '../../page/active-names.js'
import { labelOfField } from '../../page/field-label.js'
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

/** The fields that come first. */
const first: readonly string[] = [
  'target_milestone',
  'platform',
  'op_sys',
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
]

/** Fields that the form has elsewhere, and those that a new bug gets from others. */
const elsewhere: readonly string[] = [
  'product',
  'component',
  'summary',
  'description',
  'version',
  'severity',
  'priority',
  'status',
  'resolution',
  'qa_contact',
]

/** Groups whose fields only some users may set. */
const restricted: readonly (string | null)[] = ['time', 'visibility']

export function MoreFields({ data: { metadata }, product, bind, valueOf }: MoreFieldsProps) {
  const isOpen = useSignal(false)
  const { texts } = useApp()
  const nameIn = (field: string) => metadata.fields.find(({ name }) => name === field)?.name_in_bugs ?? field
  const fields = metadata.fields.filter(
    ({ control, group, name_in_bugs, visibility_field, visibility_values }) =>
      control !== null &&
      !restricted.includes(group) &&
      !elsewhere.includes(name_in_bugs ?? '') &&
      (visibility_field === null || visibility_values.includes(valueOf(nameIn(visibility_field)))),
  )
  const atOnce = fields.filter((field) => field.is_custom && (field.is_mandatory || field.is_on_bug_entry))
  const others = ordered(fields, first).filter((field) => !atOnce.includes(field))
  const control = (field: FieldOfMetadata) => {
    const name = field.name_in_bugs ?? field.name
    const options =
      name === 'target_milestone' ? activeNames(product?.milestones) : field.values.map((value) => value.name)
    const common = { label: labelOfField(texts, field), ...bind(name) }
    return field.control === 'select' || (field.is_custom && options.length > 0) ? (
      <Choice key={name} {...common} options={options} nothing="" />
    ) : (
      <Line key={name} {...common} />
    )
  }
  return (
    <>
      {atOnce.map(control)}
      <button
        type="button"
        class="quiet more"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {texts.new.more}
      </button>
      {isOpen.value && <div class="form-columns">{others.map(control)}</div>}
    </>
  )
}
