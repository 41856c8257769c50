// The days and the hour of a schedule.
import type { Signal } from '@preact/signals'
import type { Schedule } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { useApp } from '../../state/app.js'

type Day = Schedule['days'][number]

export interface Times {
  readonly days: readonly Day[]
  readonly hours: readonly number[]
}

/** Eight on Monday. */
export const usualTimes: Times = { days: ['monday'], hours: [8] }

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

interface ScheduleTimesProps {
  readonly times: Signal<Times>
  readonly legend: string
  readonly hint?: string
}

/** Several hours, which programs can set, stay until another one is chosen. */
export function ScheduleTimes({ times, legend, hint }: ScheduleTimesProps) {
  const { texts, who } = useApp()
  const labels = texts.schedules
  const hourId = useId()
  const { days, hours } = times.value
  const names = Object.entries(labels.days) as [Day, string][]
  const set = (day: Day, isOn: boolean) =>
    (times.value = {
      hours,
      days: names.map(([one]) => one).filter((one) => (one === day ? isOn : days.includes(one))),
    })
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class="day-boxes">
        {names.map(([day, name]) => (
          <label key={day} class="check">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ currentTarget }) => void set(day, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      <div class="form-row">
        <label for={hourId}>{labels.hour}</label>
        <select
          id={hourId}
          aria-describedby={`${hourId}-hint`}
          value={String(hours[0] ?? usualTimes.hours[0])}
          onChange={({ currentTarget }) => (times.value = { days, hours: [Number(currentTarget.value)] })}
        >
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={hour} value={String(hour)}>
              {hourText(hour)}
            </option>
          ))}
        </select>
        <p id={`${hourId}-hint`} class="hint">
          {labels.zoneHint(who?.preferences.timeZone || 'UTC')}
        </p>
      </div>
    </fieldset>
  )
}

/** As in `Monday, Friday, 08:00`. */
export function timesText({ days, hours }: Times, names: Readonly<Record<Day, string>>): string {
  return [...days.map((day) => names[day]), ...hours.map(hourText)].join(', ')
}
