// Schedules a saved search.
import { useSignal } from '@preact/signals'
import type { SavedSearch, Schedule } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { typedIn } from '../../parts/typed.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { ScheduleTimes, usualTimes, type Times } from './schedule-times.js'

interface ScheduleDialogProps {
  readonly search: Pick<SavedSearch, 'id' | 'name'>
  /** The one that there is. */
  readonly schedule: Schedule | undefined
  readonly canSendToOthers: boolean
  readonly onClose: () => void
}

export function ScheduleDialog(props: ScheduleDialogProps) {
  const { texts } = useApp()
  const title = texts.me.button(texts.schedules.schedule, visible(props.search.name))
  return (
    <Dialog title={title} onClose={props.onClose}>
      <ScheduleForm {...props} />
    </Dialog>
  )
}

interface Chosen {
  readonly times: Times
  readonly form: FormData
}

/** Groups, which programs can set, stay. Returns the ID. */
async function storeSchedule(
  { schedules }: Client,
  { search, schedule, canSendToOthers }: ScheduleDialogProps,
  { times, form }: Chosen,
): Promise<number> {
  const users = typedIn(form)('to')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const groups = schedule?.to?.groups ?? []
  const to = users.length + groups.length === 0 ? null : { users, groups: [...groups] }
  const when = { days: [...times.days], hours: [...times.hours] }
  const input = { ...when, only_changed: form.has('changed'), ...(canSendToOthers && { to }) }
  const { id } = schedule
    ? await schedules.update({ id: schedule.id, ...input, is_enabled: true })
    : await schedules.create({ saved_search_id: search.id, ...input })
  return id
}

function ScheduleForm(props: ScheduleDialogProps) {
  const { search, schedule, canSendToOthers, onClose } = props
  const { texts, operations } = useApp()
  const labels = texts.schedules
  const times = useSignal<Times>(schedule ?? usualTimes)
  const isWithoutDay = useSignal(false)
  const { run, isBusy, refusal } = useWrite()
  const save = async (form: FormData, isSent: boolean) => {
    isWithoutDay.value = times.value.days.length === 0
    if (isWithoutDay.value) return
    const change = async () => {
      const id = await storeSchedule(operations, props, { times: times.value, form })
      if (isSent) await operations.schedules.run({ id })
    }
    if (await run(change, isSent ? labels.sent : labels.saved(visible(search.name)))) onClose()
  }
  const message = isWithoutDay.value ? labels.noDay : refusal
  return (
    <form
      class="thing-form"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget), false)
      }}
    >
      {message !== undefined && <Alert message={message} />}
      <ScheduleTimes times={times} legend={labels.daysLegend} />
      <label class="check">
        <input name="changed" type="checkbox" defaultChecked={schedule?.only_changed} />
        {labels.onlyChanged}
      </label>
      {canSendToOthers && <SendTo users={schedule?.to?.users ?? []} />}
      <DialogFoot onCancel={onClose}>
        <button
          type="button"
          disabled={isBusy}
          onClick={({ currentTarget: { form } }) => {
            if (form?.reportValidity()) void save(new FormData(form), true)
          }}
        >
          {labels.sendNow}
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {labels.save}
        </button>
      </DialogFoot>
    </form>
  )
}

function SendTo({ users }: { readonly users: readonly string[] }) {
  const labels = useApp().texts.schedules
  const id = useId()
  return (
    <div class="form-row">
      <label for={id}>{labels.sendTo}</label>
      <input
        id={id}
        name="to"
        type="text"
        autocomplete="off"
        aria-describedby={`${id}-hint`}
        defaultValue={users.join(', ')}
      />
      <p id={`${id}-hint`} class="hint">
        {labels.sendToHint}
      </p>
    </div>
  )
}
