// The less common fields of a new bug, and those that the installation shows at once.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useApp } from '../../state/app.js'
import { Choice, Line } from './fields.js'
import { ordered } from '../../fields/ordered.js'
import { isVisible } from '../../fields/visibility.js'
import { activeNames } from '../../page/active-names.js'
import { labelOfField } from '../../page/field-label.js'
import { shownFields, type NewData, type Product } from './load.js'

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

/** Fields that the form has elsewhere, and those that a new bug derives from others. */
const elsewhere: readonly string[] = [...shownFields, 'status', 'resolution', 'qa_contact']

/** Groups whose fields only some users may set. */
const restricted: readonly (string | null)[] = ['time', 'visibility']

export function MoreFields({ data: { metadata }, product, bind, valueOf }: MoreFieldsProps) {
  const isOpen = useSignal(false)
  const { texts } = useApp()
  const fields = metadata.fields.filter(
    (field) =>
      field.control !== null &&
      !restricted.includes(field.group) &&
      !elsewhere.includes(field.name_in_bugs ?? '') &&
      isVisible(metadata.fields, field, valueOf),
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
