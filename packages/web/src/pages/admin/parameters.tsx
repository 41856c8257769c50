// The parameters of the installation in sections, with their defaults.
import { useSignal } from '@preact/signals'
import { Alert } from '../../parts/alert.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { Find } from './find.js'
import { Frame } from './frame.js'
import { ParameterRow } from './parameter-row.js'
import { parameterGroupOf, parameterGroups, textOfParameter, type Parameter } from './parameter-groups.js'
import { requireRight } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'
import { parameterTexts } from '../../texts/english/parameters.js'

interface ParametersData {
  readonly described: readonly Parameter[]
  readonly stored: Readonly<Record<string, string>>
  readonly choices: ReadonlyMap<string, readonly string[]>
  readonly find: string
}

export const parameters = definePage<ParametersData>({
  texts: { admin: adminTexts, parameters: parameterTexts },
  load: async (operations, address) => {
    requireRight(address, 'tweakparams')
    const [{ parameters: described }, { parameters: stored }, { groups }, { fields }] = await Promise.all([
      operations.parameters.describe(),
      operations.parameters.get(),
      operations.groups.get(),
      operations.fields.get(),
    ])
    const groupNames = groups.map(({ name }) => name)
    const valuesOf = (field: string | null) =>
      fields.find(({ name }) => name === field)?.values.map(({ name }) => name) ?? []
    const choicesOf = ({ type, choices, field }: Parameter) => {
      if (type === 'group') return ['', ...groupNames]
      return type === 'value' ? valuesOf(field) : choices
    }
    const find = (address.query.get('find') ?? '').trim()
    return { described, stored, choices: new Map(described.map((one) => [one.name, choicesOf(one)])), find }
  },
  title: (_, texts) => texts.admin.pages.parameters.name,
  View: ({ data }) => {
    const { texts } = useApp()
    return (
      <Frame heading={texts.admin.pages.parameters.name}>
        <Find path="/admin/parameters" find={data.find} />
        <ParametersForm data={data} />
      </Frame>
    )
  },
})

function ParametersForm({ data: { described, stored, choices, find } }: { readonly data: ParametersData }) {
  const { texts, isLive, operations } = useApp()
  const { admin } = texts
  const typed = useSignal<Readonly<Record<string, string>>>({})
  const isChanged = ([name, value]: readonly [string, string]) => value !== (stored[name] ?? '')
  /** Differences from the stored values. Rows that Find hides keep theirs. */
  const changed = Object.fromEntries(Object.entries(typed.value).filter(isChanged))
  useUnsaved(Object.keys(changed).length > 0)
  const { run, isBusy, refusal } = useWrite()
  const isFound = (one: Parameter) => {
    const { label, about } = textOfParameter(texts, one)
    return [label, about, one.name].some((text) => text.toLowerCase().includes(find.toLowerCase()))
  }
  const save = async () => {
    typed.value = changed
    const isDone = await run(() => operations.parameters.update({ parameters: changed }), admin.parametersSaved)
    // Text typed during the request is not saved yet.
    const later = Object.entries(typed.value).filter(([name, value]) => value !== changed[name])
    if (isDone) typed.value = Object.fromEntries(later)
  }
  return (
    <form
      class="thing-form parameters"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {refusal !== undefined && <Alert message={refusal} />}
      {!described.some(isFound) && <p class="quiet-text">{admin.noneFound}</p>}
      {parameterGroups.map((group) => {
        const its = described.filter((one) => parameterGroupOf(one) === group && isFound(one))
        if (its.length === 0) return null
        return (
          <details key={group} class="parameter-group" open={find !== '' || group === parameterGroups[0]}>
            <summary>
              <h2>{admin.parameterGroups[group]}</h2>
              <span class="quiet-text">{its.length}</span>
            </summary>
            {its.map((one) => (
              <ParameterRow
                key={one.name}
                parameter={one}
                value={typed.value[one.name] ?? stored[one.name] ?? ''}
                choices={choices.get(one.name) ?? []}
                onChange={(value) => (typed.value = { ...typed.value, [one.name]: value })}
              />
            ))}
          </details>
        )
      })}
      <div class="form-buttons is-kept-in-sight">
        <button type="submit" class="primary" disabled={!isLive.value || isBusy || Object.keys(changed).length === 0}>
          {admin.save}
        </button>
      </div>
    </form>
  )
}
