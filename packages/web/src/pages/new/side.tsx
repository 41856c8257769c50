// The fields beside the form for a new bug: common ones, those that bugs need, and others on demand.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { ordered } from '../../fields/ordered.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { FieldOfNew } from './fields.js'
import type { FormState } from './form.js'
import { groupsElsewhere, listOf } from './load.js'
import { sideFields } from './shown.js'

/** The fields that are always shown. */
const always: readonly string[] = ['severity', 'priority', 'version', 'assigned_to', 'target_milestone', 'keywords']

/** The further fields that come first. */
const first: readonly string[] = [
  ...['platform', 'op_sys', 'cc', 'url', 'whiteboard'],
  ...['depends_on', 'blocks', 'see_also', 'alias'],
]

export function SideOfNew({ form }: { readonly form: FormState }) {
  const isOpen = useSignal(false)
  const { texts, isLive } = useApp()
  const fields = sideFields(form)
  const isAlways = ({ name_in_bugs, is_custom, is_mandatory, is_on_bug_entry }: FieldOfMetadata) =>
    always.includes(name_in_bugs ?? '') || (is_custom && (is_mandatory || is_on_bug_entry))
  // An error is never out of sight.
  const isShown = (field: FieldOfMetadata) => isOpen.value || form.refused.has(field.name_in_bugs ?? '')
  const rows = (some: readonly FieldOfMetadata[]) =>
    some.map((field) => <FieldOfNew key={field.name} form={form} field={field} />)
  const others = ordered(
    fields.filter((field) => !isAlways(field)),
    first,
  )
  return (
    <section class="new-side needs-scripts" aria-label={texts.bug.fields}>
      <div class="rows">
        {rows(ordered(fields.filter(isAlways), always))}
        {rows(others.filter(isShown))}
      </div>
      {others.length > 0 && (
        <button
          type="button"
          class="quiet more"
          aria-expanded={isOpen.value}
          disabled={!isLive.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {isOpen.value ? texts.new.fewer : texts.new.more}
        </button>
      )}
      <VisibilityOfNew form={form} />
    </section>
  )
}

/** The groups to which the bug is restricted. */
function VisibilityOfNew({ form }: { readonly form: FormState }) {
  const { texts, isLive } = useApp()
  const labels = texts.new
  const groups = form.product?.groups ?? []
  const missing = listOf(form.draft, groupsElsewhere)
  const alertId = useId()
  if (!form.product || (groups.length === 0 && missing.length === 0)) return null
  const described = form.products.flatMap((product) => product.groups)
  const labelOf = (name: string) => described.find((group) => group.name === name)?.description || name
  const given = form.draft['groups']
  const isSet = ({ name, state }: (typeof groups)[number]) =>
    state === 'mandatory' || (given === undefined ? state === 'default' : given.includes(name))
  const set = groups.filter(isSet)
  return (
    <fieldset class="new-visibility">
      <legend>{texts.bug.groups.visibility}</legend>
      {groups.map((group) => (
        <label key={group.name} class="check">
          <input
            type="checkbox"
            checked={isSet(group)}
            disabled={!isLive.value || group.state === 'mandatory'}
            onChange={({ currentTarget }) => {
              const chosen = set.filter(({ state }) => state !== 'mandatory').map(({ name }) => name)
              const others = chosen.filter((name) => name !== group.name)
              form.set('groups', currentTarget.checked ? [...others, group.name] : others)
            }}
          />
          <bdi>{group.description || group.name}</bdi>
        </label>
      ))}
      <p class="hint">
        {set.length === 0
          ? labels.visibleToAll
          : labels.visibleTo(set.map(({ description, name }) => description || name))}
      </p>
      {missing.length > 0 && (
        <div class="refused">
          <p id={alertId} role="alert">
            {visible(labels.groupsMissing(missing.map(labelOf), form.product.name))}
          </p>
          <button
            type="button"
            aria-describedby={alertId}
            onClick={({ currentTarget }) => {
              currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
              form.set(groupsElsewhere, [])
            }}
          >
            {labels.removeRestriction}
          </button>
        </div>
      )}
    </fieldset>
  )
}
