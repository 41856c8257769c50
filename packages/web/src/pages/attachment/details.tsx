// The form for the details of an attachment.
import { useSignal } from '@preact/signals'
import type { Attachment } from '@trackerkit/client'
import { typedIn } from '../../parts/typed.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { Who } from '../../page/who.js'

interface DetailsProps {
  readonly attachment: Omit<Attachment, 'data'>
  readonly who: Who | null
}

export function Details({ attachment, who }: DetailsProps) {
  const app = useApp()
  const details = app.texts.attachment
  const isOpen = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)
  if (!who || !app.isLive.value) return null
  if (!isOpen.value) {
    return (
      <p>
        <button type="button" onClick={() => (isOpen.value = true)}>
          {details.edit}
        </button>
      </p>
    )
  }
  const save = async (form: HTMLFormElement) => {
    failure.value = await saveDetails(app, attachment, new FormData(form))
    if (failure.value !== undefined) return
    isOpen.value = false
    await app.reload()
    say(app, details.saved)
  }
  return (
    <form
      class="details-form"
      aria-label={details.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      <TextField name="summary" label={details.description} value={attachment.summary} />
      <TextField name="file_name" label={details.fileName} value={attachment.file_name} />
      <TextField name="content_type" label={details.contentType} value={attachment.content_type} />
      <Check name="is_obsolete" label={details.obsolete} isSet={attachment.is_obsolete} />
      {who.isInsider && <input type="hidden" name="may_be_private" value="1" />}
      {who.isInsider && <Check name="is_private" label={details.private} isSet={attachment.is_private} />}
      <Check name="is_patch" label={details.patch} isSet={attachment.is_patch} />
      {failure.value !== undefined && (
        <p role="alert" class="alert">
          {visible(failure.value)}
        </p>
      )}
      <div class="buttons">
        <button type="submit" class="primary">
          {details.save}
        </button>
        <button type="button" onClick={() => (isOpen.value = false)}>
          {app.texts.dialog.cancel}
        </button>
      </div>
    </form>
  )
}

/** Saves the form. Returns the error of the API. */
async function saveDetails(
  { operations, texts }: App,
  { id, is_private }: DetailsProps['attachment'],
  values: FormData,
): Promise<string | undefined> {
  const typed = typedIn(values)
  const flags = { is_obsolete: values.has('is_obsolete'), is_patch: values.has('is_patch') }
  const secret =
    !values.has('may_be_private') || values.has('is_private') === is_private
      ? {}
      : { is_private: values.has('is_private') }
  const details = { summary: typed('summary'), file_name: typed('file_name'), content_type: typed('content_type') }
  try {
    await operations.attachments.update({ ids: [id], ...details, ...flags, ...secret })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : texts.error.title
  }
}

function TextField({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string }) {
  return (
    <label class="form-field">
      {label}
      <input type="text" name={name} defaultValue={value} />
    </label>
  )
}

function Check({ name, label, isSet }: { readonly name: string; readonly label: string; readonly isSet: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={isSet} /> {label}
    </label>
  )
}
