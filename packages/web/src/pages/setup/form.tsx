// The first administrator and the first product.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { setUp, type SetupRefusal } from '../../state/set-up.js'
import type { SetupData } from './data.js'

const fields = ['login', 'name', 'password', 'product', 'description', 'component'] as const
type Field = (typeof fields)[number]

interface SetupFormProps extends SetupData {
  readonly code: string
}

export function SetupForm({ values, message, field, code }: SetupFormProps) {
  const app = useApp()
  const labels = app.texts.setup
  const form = useRef<HTMLFormElement>(null)
  const refused = useSignal<SetupRefusal | undefined>(message === undefined ? undefined : { message, field })
  const isBusy = useSignal(false)
  const send = async (element: HTMLFormElement) => {
    isBusy.value = true
    const outcome = await setUp(app, new FormData(element))
    if (outcome === undefined) {
      location.assign(app.href('/new'))
      return
    }
    isBusy.value = false
    refused.value = outcome
    form.current?.querySelector<HTMLElement>(`[name="${outcome.field ?? 'login'}"]`)?.focus()
  }
  const isShown = fields.some((one) => one === refused.value?.field)
  const row = (one: Field) => (
    <Row
      key={one}
      field={one}
      value={values[one]}
      problem={refused.value?.field === one ? refused.value.message : undefined}
    />
  )
  return (
    <form
      ref={form}
      class="setup-form"
      method="post"
      action={app.href('/-/setup')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <p>{labels.about}</p>
      {refused.value && !isShown && <Alert message={refused.value.message} />}
      <input type="hidden" name="code" value={code} />
      <fieldset>
        <legend>{labels.you}</legend>
        {fields.slice(0, 3).map(row)}
      </fieldset>
      <fieldset>
        <legend>{labels.product}</legend>
        <p class="hint">{labels.productAbout}</p>
        {fields.slice(3).map(row)}
      </fieldset>
      <div class="form-buttons">
        <button type="submit" class="primary" disabled={isBusy.value}>
          {labels.submit}
        </button>
      </div>
    </form>
  )
}

const autocomplete: Readonly<Record<Field, string>> = {
  login: 'username',
  name: 'name',
  password: 'new-password',
  product: 'off',
  description: 'off',
  component: 'off',
}

interface RowProps {
  readonly field: Field
  readonly value: string | undefined
  readonly problem: string | undefined
}

function Row({ field, value, problem }: RowProps) {
  const { setup: labels } = useApp().texts
  const id = `setup-${field}`
  const hint = labels.hints[field]
  const describedBy = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  const control = {
    id,
    name: field,
    defaultValue: value ?? (field === 'component' ? labels.general : ''),
    autocomplete: autocomplete[field],
    autocapitalize: field === 'login' ? ('off' as const) : undefined,
    spellcheck: field === 'description',
    required: field !== 'name' && field !== 'description',
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
  }
  return (
    <div class="form-row">
      <label for={id}>{labels.fields[field]}</label>
      {field === 'password' ? <input {...control} type="password" /> : <input {...control} type="text" />}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem" role="alert">
          {visible(problem)}
        </p>
      )}
    </div>
  )
}
