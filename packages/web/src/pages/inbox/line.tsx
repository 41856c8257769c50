// A line of the inbox.
import { useSignal } from '@preact/signals'
import type { InboxItem } from '@trackerkit/client'
import { Menu } from '../../parts/menu.js'
import { useApp } from '../../state/app.js'
import { InboxSummary } from './summary.js'
import type { InboxActions } from './use-inbox.js'

interface InboxLineProps {
  readonly item: InboxItem
  readonly actions: InboxActions
}

/** The hour of the morning at which lines return. */
const morning = 8

export function InboxLine({ item, actions }: InboxLineProps) {
  return (
    <li>
      <InboxSummary item={item} />
      <LineButtons item={item} actions={actions} />
    </li>
  )
}

function LineButtons({ item, actions }: InboxLineProps) {
  const { bug, is_unread, later_until } = item
  const { texts, isLive } = useApp()
  const labels = texts.inbox
  const isPicking = useSignal(false)
  const { id } = bug
  if (!is_unread && later_until === null)
    return (
      <button type="button" data-act="unread" disabled={!isLive.value} onClick={() => actions.markUnread(id)}>
        {labels.unread(id)}
      </button>
    )
  return (
    <div class="inbox-buttons">
      <button
        type="button"
        data-act="done"
        aria-label={labels.doneWith(id)}
        disabled={!isLive.value}
        onClick={() => actions.finish(item)}
      >
        {labels.done}
      </button>
      <span data-act="later">
        <Menu
          label={labels.later(id)}
          icon="more"
          actions={() => [
            { text: labels.tomorrow, act: () => actions.putOff(item, morningIn(1)) },
            { text: labels.nextWeek, act: () => actions.putOff(item, morningIn(8 - (new Date().getDay() || 7))) },
            { text: labels.pickDate, act: () => (isPicking.value = true) },
          ]}
        />
      </span>
      {isPicking.value && (
        <input
          type="date"
          aria-label={labels.date(id)}
          min={dayOf(morningIn(1))}
          max={dayOf(morningIn(364))}
          onChange={({ currentTarget: { value, validity } }) => {
            if (value !== '' && validity.valid) actions.putOff(item, new Date(`${value}T0${morning}:00`))
          }}
        />
      )}
      <button
        type="button"
        data-act="mute"
        class="quiet"
        aria-label={labels.mute(id)}
        disabled={!isLive.value}
        onClick={() => actions.mute(item)}
      >
        {labels.muteShort}
      </button>
    </div>
  )
}

function morningIn(days: number): Date {
  const day = new Date()
  day.setDate(day.getDate() + days)
  day.setHours(morning, 0, 0, 0)
  return day
}

/** As fields for dates take it, in the time zone of the browser. */
function dayOf(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
