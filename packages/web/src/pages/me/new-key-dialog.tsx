// Makes an API key, and shows it once.
import { useSignal, type Signal } from '@preact/signals'
import type { ApiKeysCreateInput } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Choice } from '../../parts/choice.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { optionsOf } from '../../parts/option.js'
import { typedIn } from '../../parts/typed.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { canCopy, copyText } from '../../state/copy.js'
import { useWrite } from '../../state/write.js'

interface NewKeyDialogProps {
  /** The names of the products that a key can be for. */
  readonly products: readonly string[]
  readonly onClose: () => void
}

export function NewKeyDialog({ products, onClose }: NewKeyDialogProps) {
  const { texts } = useApp()
  const key = useSignal<string | undefined>(undefined)
  return (
    <Dialog title={texts.me.newKey} onClose={onClose}>
      {key.value === undefined ? (
        <NewKeyForm products={products} onClose={onClose} onMade={(made) => (key.value = made)} />
      ) : (
        <MadeKey apiKey={key.value} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** The input of the form; undefined if the day is invalid or past. */
function inputOf(values: FormData, products: readonly string[], now: number): ApiKeysCreateInput | undefined {
  const typed = typedIn(values)
  const scopes: NonNullable<ApiKeysCreateInput['scopes']> = [
    'read',
    ...(values.has('read-only') ? [] : (['write'] as const)),
    ...(values.has('administers') ? (['admin'] as const) : []),
  ]
  const input = { description: typed('description').trim(), scopes, products: [...products] }
  const day = typed('expires').trim()
  if (day === '') return input
  const expires = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && expires.getTime() > now ? { ...input, expires } : undefined
}

interface NewKeyFormProps extends NewKeyDialogProps {
  readonly onMade: (key: string) => void
}

function NewKeyForm({ products, onClose, onMade }: NewKeyFormProps) {
  const { texts, operations, now } = useApp()
  const labels = texts.me
  const [descriptionId, expiresId] = [useId(), useId()]
  const isWrongDay = useSignal(false)
  const chosen = useSignal<readonly string[]>([])
  const { run, isBusy, refusal } = useWrite()
  const create = async (form: HTMLFormElement) => {
    const input = inputOf(new FormData(form), chosen.value, now.value)
    isWrongDay.value = input === undefined
    if (input) await run(async () => onMade((await operations.apiKeys.create(input)).api_key), labels.once)
  }
  const message = isWrongDay.value ? labels.expiresWrong : refusal
  return (
    <form
      class="thing-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void create(event.currentTarget)
      }}
    >
      {message !== undefined && <Alert message={message} />}
      <div class="form-row">
        <label for={descriptionId}>{labels.description}</label>
        <input id={descriptionId} name="description" type="text" autocomplete="off" />
      </div>
      <div class="form-row">
        <label for={expiresId}>{labels.expires}</label>
        <input id={expiresId} name="expires" type="text" autocomplete="off" aria-describedby={`${expiresId}-hint`} />
        <p id={`${expiresId}-hint`} class="hint">
          {labels.expiresHint}
        </p>
      </div>
      <label class="check">
        <input name="read-only" type="checkbox" />
        {labels.readOnly}
      </label>
      <ProductsField products={products} chosen={chosen} />
      <label class="check">
        <input name="administers" type="checkbox" />
        {labels.administers}
      </label>
      <DialogFoot onCancel={onClose}>
        <button type="submit" class="primary" disabled={isBusy}>
          {labels.create}
        </button>
      </DialogFoot>
    </form>
  )
}

interface ProductsFieldProps extends Pick<NewKeyDialogProps, 'products'> {
  readonly chosen: Signal<readonly string[]>
}

/** The products that a key is for. */
function ProductsField({ products, chosen }: ProductsFieldProps) {
  const labels = useApp().texts.me
  const productsId = useId()
  return (
    <div class="form-row">
      <label for={productsId}>{labels.products}</label>
      <span class="boxed">
        <Choice
          id={productsId}
          label={labels.products}
          isMany
          value={chosen.value}
          shown={chosen.value.map(visible).join(', ')}
          options={() => optionsOf(products)}
          describedBy={`${productsId}-hint`}
          onSave={(names) => (chosen.value = names)}
        />
      </span>
      <p id={`${productsId}-hint`} class="hint">
        {labels.productsHint}
      </p>
    </div>
  )
}

function MadeKey({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  const app = useApp()
  const labels = app.texts.me
  const id = useId()
  return (
    <div class="thing-form">
      <p>{labels.once}</p>
      <div class="form-row">
        <label for={id}>{labels.apiKey}</label>
        <input id={id} class="parameter-name" type="text" readOnly value={apiKey} />
      </div>
      <DialogFoot cancel={labels.close} onCancel={onClose}>
        {canCopy() && (
          <button type="button" class="primary" onClick={() => void copyText(app, apiKey, labels.copied)}>
            {labels.copy}
          </button>
        )}
      </DialogFoot>
    </div>
  )
}
