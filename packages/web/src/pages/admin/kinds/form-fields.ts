// The fields of a form: generated from the inputs of the API, with labels, order and special controls by hand.
import { adminFields } from '../../../generated/admin-fields.js'
import type { FieldLabel, FormField } from './kind.js'

type FormName = keyof typeof adminFields
type FieldName<F extends FormName> = keyof (typeof adminFields)[F]

/** Properties that differ from the generated ones. */
type Special = Partial<Omit<FormField, 'name'>>

/** Every field of the form that is not hidden, in its order. A field whose name is no label has another label. */
type Shown<F extends FormName, Hidden> = {
  readonly [Name in Exclude<FieldName<F>, Hidden>]: Name extends FieldLabel
    ? Special
    : Special & { readonly label: FieldLabel }
}

/** @param notShown inputs that the form leaves to other clients */
export function formFields<F extends FormName, const Hidden extends FieldName<F> = never>(
  form: F,
  shown: Shown<F, Hidden>,
  _notShown: readonly Hidden[] = [],
): readonly FormField[] {
  const generated: Readonly<Record<string, Pick<FormField, 'type' | 'options' | 'only' | 'isRequired' | 'start'>>> =
    adminFields[form]
  return Object.entries<Special>(shown).map(([name, special]) => ({
    name,
    label: name as FieldLabel,
    type: 'line',
    ...generated[name],
    ...special,
  }))
}
