// One parameter, with a button that restores its default.
import { useId } from 'preact/hooks'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { textOfParameter, type Parameter } from './parameter-groups.js'

interface ParameterRowProps {
  readonly parameter: Parameter
  readonly value: string
  readonly choices: readonly string[]
  readonly onChange: (value: string) => void
}

const longTypes = new Set(['text', 'patterns'])

export function ParameterRow(props: ParameterRowProps) {
  const { parameter, value, onChange } = props
  const { texts } = useApp()
  const { admin } = texts
  const id = useId()
  const { name, fixed, type } = parameter
  const { label, about } = textOfParameter(texts, parameter)
  const defaultText = type === 'bool' ? (parameter.default === '1' ? admin.yes : admin.no) : parameter.default
  return (
    <div class="form-row parameter">
      {type !== 'bool' && <label for={id}>{label}</label>}
      <Control {...props} id={id} label={label} />
      <p id={`${id}-hint`} class="hint">
        {about} <code class="parameter-name">{name}</code>
        <br />
        {fixed === null ? admin.defaultIs(visible(defaultText)) : admin.isFixed(fixed)}
      </p>
      {fixed === null && value !== parameter.default && (
        <button type="button" class="quiet reset" onClick={() => onChange(parameter.default)}>
          {admin.reset(label)}
        </button>
      )}
    </div>
  )
}

interface ControlProps extends ParameterRowProps {
  readonly id: string
  readonly label: string
}

function Control({ parameter, value, choices, onChange, id, label }: ControlProps) {
  const { type, min, max, fixed } = parameter
  const attributes = { id, 'aria-describedby': `${id}-hint`, disabled: fixed !== null }
  if (type === 'bool')
    return (
      <label class="check">
        <input
          {...attributes}
          type="checkbox"
          checked={value === '1'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? '1' : '0')}
        />
        {label}
      </label>
    )
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value)
  if (choices.length > 0)
    return (
      <select {...attributes} onChange={onInput}>
        {(choices.includes(value) ? choices : [value, ...choices]).map((one) => (
          <option key={one} value={one} selected={one === value}>
            {visible(one || '—')}
          </option>
        ))}
      </select>
    )
  if (longTypes.has(type)) return <textarea {...attributes} rows={3} value={value} onInput={onInput} />
  if (type === 'int')
    return <input {...attributes} type="number" min={min ?? 0} max={max ?? undefined} value={value} onInput={onInput} />
  return <input {...attributes} type="text" autocomplete="off" spellcheck={false} value={value} onInput={onInput} />
}
