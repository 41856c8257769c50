// The custom fields that hold times: the tracker is asked when a name first appears.
import type { FieldsGetAnswer } from '@trackerkit/types'
import type { LoadCustomTimes } from './answer.js'

/** The type of fields that hold a time. */
const dateTime = 5

export function createCustomTimes(load: () => Promise<FieldsGetAnswer>): LoadCustomTimes {
  const known = new Set<string>()
  const times = new Set<string>()
  let loading: Promise<void> | undefined

  async function learn(): Promise<void> {
    const { fields } = await load()
    for (const { name, type } of fields) {
      known.add(name)
      if (type === dateTime && name.startsWith('cf_')) times.add(name)
    }
  }

  return async (names) => {
    const isKnown = () => names.every((name) => known.has(name))
    // Concurrent reads share one request. A cached response does not list fields created later, so it is
    // requested again then.
    if (!isKnown()) await loading?.catch(() => undefined)
    if (isKnown()) return times
    loading ??= learn().finally(() => (loading = undefined))
    await loading
    for (const name of names) known.add(name)
    return times
  }
}
