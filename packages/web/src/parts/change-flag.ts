// Changing a flag, kept out of the main script.
import type { Flag } from '@trackerkit/client'
import type { App } from '../state/app.js'
import { say } from '../state/notice.js'
import type { Chosen, FlagType, FlagWrite, Row } from './flag-row.js'
import { visible } from './visible.js'

interface Writing {
  /** The bug that the notice names. */
  readonly bug: number
  readonly flags: readonly Flag[]
  /** The flags that the page shows by now. */
  readonly latest: { readonly current: readonly Flag[] }
  readonly run: (work: () => Promise<unknown>, done: string) => Promise<boolean>
  readonly save: (change: FlagWrite) => Promise<unknown>
}

/** Saves the new status of a flag, and offers to undo it. */
export async function changeFlag(
  app: App,
  { bug, flags, latest, run, save }: Writing,
  { name, flag, type }: Row,
  { status, requestee }: Chosen,
): Promise<void> {
  const labels = app.texts
  const known = flags.map((one) => one.id)
  const of = flag ? { id: flag.id } : newOf(type)
  const person = requestee === undefined || requestee === '' ? {} : { requestee }
  const done = labels.flags.changed(visible(name))
  const isSaved = await run(() => save({ ...of, status: status === '' ? 'X' : status, ...person }), done)
  const undo = () => {
    const made = latest.current.find((one) => one.type_id === type?.id && !known.includes(one.id))
    const isThere = flag && latest.current.some((one) => one.id === flag.id)
    const back = flag ? { ...(isThere ? { id: flag.id } : newOf(type)), ...valuesOf(flag) } : undefined
    void run(() => save(back ?? { ...(made ? { id: made.id } : newOf(type)), status: 'X' }), labels.bug.takenBack)
  }
  if (isSaved) say(app, done, { bug, undo })
}

function newOf(type: FlagType | undefined): Pick<FlagWrite, 'type_id' | 'new'> {
  return { type_id: type?.id ?? 0, ...(type?.is_multiplicable && { new: true }) }
}

function valuesOf({ status, requestee }: Flag): Pick<FlagWrite, 'status' | 'requestee'> {
  return { status, ...(requestee !== undefined && { requestee }) }
}
