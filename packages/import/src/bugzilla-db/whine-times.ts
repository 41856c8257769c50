// When whines run: hours of days in the time zone of the machine there, and in that of their owners here.
import type { Reading } from './context.js'
import { createZone } from './times.js'
import type { RecordOf } from '../passes/record-of.js'

type Schedule = NonNullable<RecordOf<'personal'>['schedules']>[number]
type Day = Schedule['days'][number]

const week: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const weekdays = week.slice(0, 5)
const daysOf: ReadonlyMap<string, readonly Day[]> = new Map([
  ['All', week],
  ['MF', weekdays],
  ...week.map((day) => [day[0]?.toUpperCase() + day.slice(1, 3), [day]] as const),
])

const intervals = /^(15|30|60)min$/
const morning = 8

export interface Timing {
  readonly days: Day[]
  readonly hours: number[]
  readonly isEnabled: boolean
  /** A difference for the report. */
  readonly note?: string
}

/** Returns the times in the zone of the owner; undefined for days of the month, and for other texts. */
export function ownTiming(
  reading: Pick<Reading, 'zone' | 'now'>,
  { day, time }: { readonly day: string; readonly time: string },
  ownZone: string,
): Timing | undefined {
  if (intervals.test(time))
    return {
      ...{ days: [...weekdays], hours: [morning], isEnabled: false },
      note: `it runs every ${time.replace('min', ' minutes')} there; here it is at ${morning}:00 on weekdays, and disabled`,
    }
  const days = daysOf.get(day)
  if (!days || !/^\d{1,2}$/.test(time) || Number(time) > 23) return undefined
  const { shift, hour, minutes } = inZone(reading, Number(time), ownZone)
  return {
    ...{
      days: days.map((one) => week[(week.indexOf(one) + shift + week.length) % week.length] ?? one).toSorted(byDay),
    },
    ...{ hours: [hour], isEnabled: true },
    ...(minutes > 0 && { note: `it runs ${minutes} minutes earlier here, at a full hour of its owner's time zone` }),
  }
}

const byDay = (a: Day, b: Day) => week.indexOf(a) - week.indexOf(b)
const millisecondsPerDay = 86_400_000

/** An hour of the machine there on the day of the snapshot, by clocks of another zone, with by how many days that differs. */
function inZone({ zone, now }: Pick<Reading, 'zone' | 'now'>, hour: number, name: string) {
  const date = zone.write(now).slice(0, 10)
  const read = zone.read(`${date} ${String(hour).padStart(2, '0')}:00:00`)
  const shown = createZone(name || 'UTC').write(read?.time ?? now)
  const shift = Math.round((Date.parse(shown.slice(0, 10)) - Date.parse(date)) / millisecondsPerDay)
  return { shift, hour: Number(shown.slice(11, 13)), minutes: Number(shown.slice(14, 16)) }
}
