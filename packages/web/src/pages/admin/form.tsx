// The form of one thing: new, or changed.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { focusRendered } from '../../parts/focus-rendered.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { DeleteButton } from './delete-button.js'
import { FormFieldRow } from './form-field.js'
import {
  changedValues,
  type Choice,
  type FormField,
  type Kind,
  type Parent,
  type Thing,
  type Value,
  type Values,
} from './kinds/kind.js'
import { SecretDialog, secretIn, type Secret } from './secret-dialog.js'
import { pathOfThing } from './thing-table.js'

interface ThingFormProps {
  readonly kind: Kind
  readonly parent: Parent
  /** Undefined: a new one. */
  readonly thing: Thing | undefined
  readonly choices: Readonly<Record<string, readonly Choice[]>>
}

interface Problem {
  readonly message: string
  /** The field that is wrong, if the API names one. */
  readonly field: string | undefined
}

export function ThingForm(props: ThingFormProps) {
  const { kind, parent, thing } = props
  const app = useApp()
  const { texts, isLive, who } = app
  const fields = kind.fields.filter(({ only }) => only === undefined || only === (thing ? 'old' : 'new'))
  const choicesOf = ({ name, options = [] }: FormField) => props.choices[name] ?? options.map((value) => ({ value }))
  const form = useRef<HTMLFormElement>(null)
  const start = thing?.values ?? startOf(fields, choicesOf, who?.login ?? '')
  const { values, problem, isBusy, save, made } = useSaving(props, start, () => focusOnProblem(form.current))
  const { value: wrong } = problem
  return (
    <>
      <form
        ref={form}
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {wrong && <Alert message={wrong.message} />}
        {fields.map((field) => (
          <FormFieldRow
            key={field.name}
            field={field}
            value={values.value[field.name]}
            choices={choicesOf(field)}
            hint={hintOf(kind, field, thing, app)}
            problem={wrong?.field === field.name ? wrong.message : undefined}
            onChange={(value) => (values.value = { ...values.value, [field.name]: value })}
          />
        ))}
        <div class="form-buttons">
          {(thing ? kind.update : kind.create) && (
            <button type="submit" class="primary" disabled={!isLive.value || isBusy.value}>
              {texts.admin.save}
            </button>
          )}
          {thing && kind.remove && <DeleteButton kind={kind} parent={parent} thing={thing} />}
        </div>
      </form>
      {/* Enter in its fields would submit the form. */}
      {made.value && <SecretDialog {...made.value} />}
    </>
  )
}

function hintOf(kind: Kind, field: FormField, thing: Thing | undefined, { texts, who }: App): string | undefined {
  const hints: Readonly<Record<string, string>> = texts.admin.hints
  if (field.type === 'password' && thing) return hints[thing.id === who?.id ? 'own_password' : 'new_password']
  return hints[`${kind.name}.${field.name}`] ?? hints[field.name]
}

/** The field that is wrong, or the error if it names none. The page's scripts render them first. */
function focusOnProblem(form: HTMLFormElement | null): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector)
  focusRendered(() => find('[aria-invalid=true]') ?? find('[role=alert]'))
}

/** The values of the form, and saving them. */
function useSaving({ kind, parent, thing }: ThingFormProps, start: Values, onProblem: () => void) {
  const app = useApp()
  const { admin } = app.texts
  const before = useSignal(start)
  const values = useSignal(start)
  const problem = useSignal<Problem | undefined>(undefined)
  const isBusy = useSignal(false)
  const made = useSignal<(Secret & { readonly onClose: () => void }) | undefined>(undefined)
  const save = async () => {
    isBusy.value = true
    problem.value = undefined
    try {
      // Text typed during the request is not saved yet.
      const sent = values.value
      const { key, name, secret } = await write(app.operations, { kind, parent, thing }, before.value, sent)
      before.value = sent
      say(app, thing ? admin.saved(name) : admin.made(name))
      if (secret) made.value = { ...secret, onClose: () => void app.go(pathOfThing(kind, key, parent)) }
      else if (thing?.key === key) await app.reload()
      else await app.go(pathOfThing(kind, key, parent), { replace: thing !== undefined })
    } catch (error) {
      if (!isTrackerError(error)) throw error
      problem.value = { message: error.message, field: String(error.data.field ?? '').split(/[.[]/)[0] }
      onProblem()
    } finally {
      isBusy.value = false
    }
  }
  useUnsaved(Object.keys(changedValues(before.value, values.value)).length > 0)
  return { values, problem, isBusy, save, made }
}

/** The defaults of a new entry. A required choice starts with the first option, a required person with oneself. */
function startOf(
  fields: readonly FormField[],
  choicesOf: (field: FormField) => readonly Choice[],
  login: string,
): Values {
  const startsWith = (field: FormField): Value => {
    const { type, start, isRequired } = field
    if (type === 'person' && isRequired) return login
    if (start !== undefined) return start
    if (type === 'check') return false
    if (type === 'checks' || type === 'words') return []
    if (type === 'number') return 0
    return type === 'choice' ? (choicesOf(field)[0]?.value ?? '') : ''
  }
  return Object.fromEntries(fields.map((field) => [field.name, startsWith(field)]))
}

/** Creates or changes a thing. Returns its key, its name, and its secret if it is new and has one. */
async function write(
  operations: ReturnType<typeof useApp>['operations'],
  { kind, parent, thing }: Pick<ThingFormProps, 'kind' | 'parent' | 'thing'>,
  before: Values,
  after: Values,
): Promise<{ readonly key: string; readonly name: string; readonly secret: Secret | undefined }> {
  const answer = thing
    ? await kind.update?.(operations, thing, changedValues(before, after), parent)
    : await kind.create?.(operations, after, parent)
  const first = kind.fields[0]?.name ?? 'name'
  const named = after[first]
  const isKeptName = thing && (first !== 'name' && first !== 'email' ? true : thing.key !== before[first])
  const name = typeof named === 'string' ? named.trim() : ''
  const key = isKeptName || typeof named !== 'string' ? (thing?.key ?? '') : name
  const secret = thing ? undefined : secretIn(answer)
  if (!kind.isById) return { key, name: key, secret }
  const { id } = thing ?? (answer as { readonly id: number })
  return { key: String(id), name, secret }
}
