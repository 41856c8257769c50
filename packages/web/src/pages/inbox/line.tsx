// A line of the inbox.
import { useSignal } from '@preact/signals'
import type { InboxItem } from '@trackerkit/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
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
  const later = useRef<HTMLSpanElement>(null)
  const { id } = bug
  const close = () => {
    isPicking.value = false
    later.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  const pick = (day: Date) => {
    // Some browsers report that a field is left when it is removed.
    if (!isPicking.value) return
    isPicking.value = false
    actions.putOff(item, day)
  }
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
      <span ref={later} data-act="later">
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
      {isPicking.value && <DayField label={labels.date(id)} onPick={pick} onClose={close} />}
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

interface DayFieldProps {
  readonly label: string
  readonly onPick: (day: Date) => void
  readonly onClose: () => void
}

/** Takes the day on Enter or when it is left: while it is typed, other days are valid before it is complete. */
function DayField({ label, onPick, onClose }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const pick = ({ value, validity }: HTMLInputElement) => {
    const isDay = value !== '' && validity.valid
    if (isDay) onPick(new Date(`${value}T0${morning}:00`))
    return isDay
  }
  return (
    <input
      ref={field}
      type="date"
      aria-label={label}
      min={dayOf(morningIn(1))}
      max={dayOf(morningIn(364))}
      onBlur={({ currentTarget }) => pick(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        if (event.key === 'Escape' || pick(event.currentTarget)) onClose()
      }}
    />
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
