// Which custom fields hold times: the tracker is asked when a name first appears.
import type { FieldsGetAnswer } from '@trackerkit/core'
import type { LoadCustomTimes } from './answer.js'

/** The type of fields that hold a time. */
const dateTime = 5

export function createCustomTimes(load: () => Promise<FieldsGetAnswer>): LoadCustomTimes {
  const known = new Set<string>()
  const times = new Set<string>()
  return async (names) => {
    if (names.every((name) => known.has(name))) return times
    const { fields } = await load()
    for (const name of names) known.add(name)
    for (const { name, type } of fields) if (type === dateTime && name.startsWith('cf_')) times.add(name)
    return times
  }
}
