// Changes the selected bugs, all or none, after a trial.
import { useSignal, type Signal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import type { BugsUpdateAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { detailsOf, metadataOf } from '../../page/metadata.js'
import { Alert } from '../../parts/alert.js'
import { useUnsaved } from '../../parts/unsaved.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { changesOf, listFieldsOf, noValues, reverseOfBulk, type BulkValues } from './bulk-changes.js'
import { BulkFields } from './bulk-fields.js'
import { BulkPreview } from './bulk-preview.js'
import type { BulkBug, Selection } from './selection.js'
import { undoBulk } from './undo-bulk.js'

interface BulkEditProps {
  /** The selected ones. */
  readonly bugs: readonly BulkBug[]
  readonly selection: Pick<Selection, 'set'>
  readonly heading: string
  /** On the page of a bug: the names of the fields to offer. */
  readonly offered?: readonly string[]
  /** The key of the field that is opened first. */
  readonly firstKey?: string | undefined
  /** Shown beside the number of bugs. */
  readonly more?: ComponentChildren
}

/** The form, the trial and the change. */
function useBulkEdit({ bugs, selection, offered, values }: FormProps, metadata: ServerMetadataAnswer | undefined) {
  const app = useApp()
  const { operations, texts } = app
  const preview = useSignal<BugsUpdateAnswer | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const changes = changesOf(values.value, listFieldsOf(metadata?.fields ?? []))
  const attempt = async (work: () => Promise<void>) => {
    isBusy.value = true
    refusal.value = undefined
    try {
      await work()
    } catch (error) {
      if (!isTrackerError(error)) throw error
      preview.value = undefined
      refusal.value = error.message
    } finally {
      isBusy.value = false
    }
  }
  const token = useRef<{ readonly update_token?: string }>({})
  const look = (ids: readonly number[]) =>
    attempt(async () => {
      token.current = await tokenOf(operations, ids)
      preview.value = await operations.bugs.update({ ids, ...changes, ...token.current, dry_run: true })
    })
  const change = (ids: readonly number[]) =>
    attempt(async () => {
      const done = await operations.bugs.update({ ids, ...changes, ...token.current })
      const ways = reverseOfBulk(changes, done.bugs, metadata ?? { fields: [] })
      const notice = { undo: ways && (() => void undoBulk(app, ways)) }
      const [bug] = ids
      if (offered && bug !== undefined) say(app, texts.bug.form.saved, { ...notice, bug })
      else say(app, texts.bulk.changed(ids.length), notice)
      cancel()
      await app.reload()
    })
  const cancel = () => {
    values.value = noValues
    selection.set([])
  }
  const leaveOut = async (ids: readonly (number | string)[]) => {
    const rest = bugs.map(({ id }) => id).filter((id) => !ids.includes(id))
    selection.set(rest)
    if (rest.length > 0) await look(rest)
    else preview.value = undefined
  }
  return { values, preview, refusal, isBusy, changes, attempt, look, change, cancel, leaveOut }
}

/** The state of a bug when its preview was shown: a change by others since then is a conflict. Several bugs have none. */
async function tokenOf({ bugs }: Client, ids: readonly number[]): Promise<{ readonly update_token?: string }> {
  if (ids.length !== 1) return {}
  const { bugs: found } = await bugs.get({ ids, include_fields: ['id', 'update_token'] })
  const update_token = found[0]?.update_token
  return update_token === undefined ? {} : { update_token }
}

async function wholeMetadata(operations: Client): Promise<ServerMetadataAnswer> {
  const [metadata, products] = await Promise.all([metadataOf(operations), detailsOf(operations)])
  return { ...metadata, products }
}

interface FormProps extends BulkEditProps {
  readonly values: Signal<BulkValues>
}

/** Without a bug, the form stays as long as it has a comment. */
export function BulkEdit(props: BulkEditProps) {
  const values = useSignal<BulkValues>(noValues)
  const hasComment = values.value.comment.trim() !== ''
  const isShown = props.bugs.length > 0 || hasComment
  useUnsaved(hasComment)
  useEffect(() => {
    if (!isShown) values.value = noValues
  }, [isShown])
  return isShown ? <BulkForm {...props} values={values} /> : null
}

function BulkForm(props: FormProps) {
  const { bugs, firstKey } = props
  const { texts, operations } = useApp()
  const labels = texts.bulk
  const titleId = useId()
  const metadata = useSignal<ServerMetadataAnswer | undefined>(undefined)
  const bulk = useBulkEdit(props, metadata.value)
  const { preview, refusal, isBusy, changes } = bulk
  const ids = bugs.map(({ id }) => id)
  const load = () =>
    bulk.attempt(async () => {
      metadata.value = await wholeMetadata(operations)
    })
  useEffect(() => void load(), [])
  if (!metadata.value)
    return refusal.value === undefined ? null : <NotLoaded message={refusal.value} onCancel={bulk.cancel} />
  return (
    <section class="bulk-edit" aria-label={labels.title}>
      <form
        class="bulk-form"
        aria-labelledby={titleId}
        onSubmit={(event) => {
          event.preventDefault()
          void bulk.look(ids)
        }}
      >
        <div class="bulk-title">
          <h2 id={titleId}>{props.heading}</h2>
          {props.more}
        </div>
        <BulkFields
          key={String(bugs.length === 0)}
          metadata={metadata.value}
          bugs={bugs}
          offered={props.offered}
          values={bulk.values}
          firstKey={firstKey}
        />
        {refusal.value !== undefined && <Alert message={refusal.value} />}
        <Buttons
          isOff={isBusy.value || bugs.length === 0 || Object.keys(changes).length === 0}
          onCancel={bulk.cancel}
        />
      </form>
      {preview.value && (
        <BulkPreview
          metadata={metadata.value}
          bugs={bugs}
          preview={preview.value}
          hasComment={'comment' in changes}
          isBusy={isBusy.value}
          onChange={(ids) => void bulk.change(ids)}
          onLeaveOut={props.offered ? undefined : (refused) => void bulk.leaveOut(refused)}
          onClose={() => (preview.value = undefined)}
        />
      )}
    </section>
  )
}

interface CancelProps {
  readonly onCancel: () => void
}

function Buttons({ isOff, onCancel }: CancelProps & { readonly isOff: boolean }) {
  return (
    <div class="form-buttons">
      <Cancel onCancel={onCancel} />
      <button type="submit" class="primary" disabled={isOff}>
        {useApp().texts.bulk.preview}
      </button>
    </div>
  )
}

function Cancel({ onCancel }: CancelProps) {
  return (
    <button type="button" class="quiet" onClick={onCancel}>
      {useApp().texts.dialog.cancel}
    </button>
  )
}

function NotLoaded({ message, onCancel }: CancelProps & { readonly message: string }) {
  return (
    <section class="bulk-edit" aria-label={useApp().texts.bulk.title}>
      <Alert message={message} />
      <Cancel onCancel={onCancel} />
    </section>
  )
}

interface EditOneProps {
  readonly bug: BulkBug
  readonly fields: readonly string[]
  readonly onClose: () => void
}

/** The same for one bug on its page. The focus returns to where it was. */
export function EditOne({ bug, fields, onClose }: EditOneProps) {
  const { texts } = useApp()
  const origin = useRef(document.activeElement)
  const close = () => {
    onClose()
    if (origin.current instanceof HTMLElement) origin.current.focus()
  }
  const selection = { set: close }
  const heading = texts.bug.heading(bug.id)
  return <BulkEdit bugs={[bug]} heading={heading} offered={fields} selection={selection} firstKey="" />
}
