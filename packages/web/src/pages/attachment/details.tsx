// The form for the details of an attachment.
import { useSignal } from '@preact/signals'
import type { Attachment } from '@trackerkit/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusRendered } from '../../parts/focus-rendered.js'
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
  const [isOpen, failure] = [useSignal(false), useSignal<string | undefined>(undefined)]
  const [form, button] = [useRef<HTMLFormElement>(null), useRef<HTMLButtonElement>(null)]
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [isOpen.value])
  if (!who || !app.isLive.value) return null
  if (!isOpen.value) {
    return (
      <p>
        <button ref={button} type="button" onClick={() => (isOpen.value = true)}>
          {details.edit}
        </button>
      </p>
    )
  }
  const close = () => {
    isOpen.value = false
    focusRendered(() => button.current)
  }
  const save = async (values: FormData) => {
    failure.value = await saveDetails(app, attachment, values)
    if (failure.value !== undefined) return
    close()
    await app.reload()
    say(app, details.saved)
  }
  return (
    <form
      ref={form}
      class="details-form"
      aria-label={details.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
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
        <button type="button" onClick={close}>
          {app.texts.dialog.cancel}
        </button>
      </div>
    </form>
  )
}

/** Saves the form. Returns the error of the API. */
async function saveDetails(
  { operations, texts }: App,
  attachment: DetailsProps['attachment'],
  values: FormData,
): Promise<string | undefined> {
  try {
    await operations.attachments.update({ ids: [attachment.id], ...changesOf(attachment, values) })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : texts.error.title
  }
}

/** The fields that the user has changed. Others may have changed the rest since the page was loaded. */
function changesOf(attachment: DetailsProps['attachment'], values: FormData) {
  const typed = typedIn(values)
  const details = {
    summary: typed('summary'),
    file_name: typed('file_name'),
    content_type: typed('content_type'),
    is_obsolete: values.has('is_obsolete'),
    is_patch: values.has('is_patch'),
    ...(values.has('may_be_private') && { is_private: values.has('is_private') }),
  }
  const changed = Object.entries(details).filter(([name, value]) => value !== attachment[name as keyof typeof details])
  return Object.fromEntries(changed) as Partial<typeof details>
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
