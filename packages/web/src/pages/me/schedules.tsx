// The schedules of saved searches: buttons beside searches, and a table.
import { useSignal } from '@preact/signals'
import type { SavedSearch, Schedule } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { ScheduleDialog } from './schedule-dialog.js'
import { timesText } from './schedule-times.js'

export interface Scheduling {
  readonly schedules: readonly Schedule[]
  readonly can_schedule: boolean
  readonly can_send_to_others: boolean
}

interface ScheduleButtonProps {
  readonly search: Pick<SavedSearch, 'id' | 'name'>
  readonly scheduling: Scheduling
}

/** Opens the dialog of the schedule of a search, of which there can be one in the pages. */
export function ScheduleButton({ search, scheduling }: ScheduleButtonProps) {
  const { texts, isLive } = useApp()
  const labels = texts.schedules
  const isOpen = useSignal(false)
  if (!scheduling.can_schedule) return null
  const schedule = scheduling.schedules.find(({ saved_search_id: id }) => id === search.id)
  return (
    <>
      <button
        type="button"
        aria-label={texts.me.button(labels.schedule, visible(search.name))}
        disabled={!isLive.value}
        onClick={() => (isOpen.value = true)}
      >
        {labels.schedule}
      </button>
      {isOpen.value && (
        <ScheduleDialog
          search={search}
          schedule={schedule}
          canSendToOthers={scheduling.can_send_to_others}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  )
}

export function Schedules({ schedules }: { readonly schedules: readonly Schedule[] }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.schedules
  const { run, isBusy, refusal } = useWrite()
  const remove = ({ id, name }: Schedule) =>
    run(() => operations.schedules.delete({ id }), labels.deleted(visible(name)))
  return (
    <section>
      <h2>{labels.schedules}</h2>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.schedules}>
        <TableHeader of={[labels.name, labels.when, labels.next]} hasButtons />
        <tbody>
          {schedules.map((schedule) => (
            <tr key={schedule.id}>
              <th scope="row">
                <bdi>{visible(schedule.name)}</bdi>
              </th>
              <td data-label={labels.when}>{timesText(schedule, labels.days)}</td>
              <td data-label={labels.next}>
                <Next schedule={schedule} />
              </td>
              <td>
                <button
                  type="button"
                  aria-label={labels.deleteThis(visible(schedule.name))}
                  disabled={!isLive.value || isBusy}
                  onClick={() => void remove(schedule)}
                >
                  {labels.deleteOne}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Next({ schedule: { is_enabled, next_time, disabled_reason } }: { readonly schedule: Schedule }) {
  const labels = useApp().texts.schedules
  if (is_enabled) return <Time at={next_time} />
  return <>{disabled_reason === '' ? labels.disabled : (labels.reasons[disabled_reason] ?? labels.failed)}</>
}
