// Actions on lines of the inbox, by button and by key.
import { isTrackerError, type InboxItem } from '@trackerkit/client'
import type { InboxGetAnswer, InboxUpdateAnswer } from '@trackerkit/client/types'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { followStateOf } from '../../page/follow-state.js'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import { say } from '../../state/notice.js'
import { press } from '../../state/press.js'

type List = RefObject<HTMLUListElement | null>

/** A line: later changes of its bug stay unread. */
type Shown = Pick<InboxItem, 'bug' | 'seen' | 'following' | 'following_off'>

export interface InboxActions {
  readonly finish: (item: Shown) => void
  readonly markUnread: (id: number) => void
  readonly mute: (item: Shown) => void
  readonly putOff: (item: Shown, until: Date) => void
}

/** The buttons of a line that keys press. */
const keyed = { e: 'done', l: 'later', m: 'mute', u: 'unread' } as const

interface Inbox extends InboxActions {
  readonly list: List
  readonly finishAll: () => void
}

export function useInbox({ count, newest, next }: InboxGetAnswer): Inbox {
  const app = useApp()
  const { operations, texts, unread } = app
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    unread.value = count
  }, [count, newest, next])

  async function change(work: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>): Promise<void> {
    const place = placeIn(list)
    try {
      await work()
    } catch (error) {
      if (!isTrackerError(error)) throw error
      return say(app, error.message)
    }
    say(app, done, { undo: undo && (() => void change(undo, texts.inbox.states.unread)) })
    await app.reload({ isQuiet: true })
    if (place >= 0) requestAnimationFrame(() => keepFocus(list, place))
  }

  const once = useOnce(change)

  /** Undo restores the line with all that was unread. */
  const setAside = (work: () => Promise<InboxUpdateAnswer>, id: number, done: string) => {
    let undo: InboxUpdateAnswer['undo'] = []
    const set = async () => {
      undo = (await work()).undo
    }
    once(id, set, done, () => operations.inbox.update({ bugs: [id], undo, state: 'unread' }))
  }
  useLineKeys(list)
  return {
    list,
    finish: ({ bug: { id }, seen }) =>
      setAside(() => operations.inbox.update({ bugs: [id], seen: [seen], state: 'done' }), id, texts.inbox.done),
    markUnread: (id) =>
      once(id, () => operations.inbox.update({ bugs: [id], state: 'unread' }), texts.inbox.states.unread),
    mute: ({ bug: { id: bug }, ...line }) =>
      once(
        bug,
        () => operations.follows.update({ mute: [{ bug }] }),
        texts.inbox.muted,
        () => operations.follows.update({ [followStateOf(line)]: [{ bug }] }),
      ),
    putOff: ({ bug: { id }, seen }, until) =>
      setAside(
        () => operations.inbox.update({ bugs: [id], seen: [seen], state: 'later', until }),
        id,
        texts.inbox.putOff,
      ),
    finishAll: () => {
      if (newest === null) return
      let before: string | null = null
      const finish = async () => {
        before = (await operations.inbox.update({ all_until: new Date(newest), state: 'done' })).before
      }
      const undo = () => operations.inbox.update({ all_until: new Date(before ?? newest), state: 'unread' })
      once('all', finish, texts.inbox.done, undo)
    },
  }
}

/** Ignores a second press on a bug, whose undo would restore what the first one left. */
function useOnce<T extends readonly unknown[]>(act: (...asked: T) => Promise<void>) {
  const busy = useRef(new Set<number | 'all'>())
  return (bug: number | 'all', ...asked: T) => {
    if (busy.current.has(bug)) return
    busy.current.add(bug)
    void act(...asked).finally(() => busy.current.delete(bug))
  }
}

function linesIn(list: List): HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])]
}

/** The place of the line with the focus; -1: none has it. */
function placeIn(list: List): number {
  return linesIn(list).findIndex((line) => line.contains(document.activeElement))
}

/** The line with the focus may be gone: the next one gets it. */
function keepFocus(list: List, place: number): void {
  if (document.activeElement !== document.body) return
  const lines = linesIn(list)
  const next = (lines[place] ?? lines.at(-1))?.querySelector('a')
  const tab = document.querySelector<HTMLElement>('.inbox [role=tab][tabindex="0"]')
  const target = next ?? tab
  target?.focus()
}

/** Keys move among the lines and press the buttons of the line with the focus. */
function useLineKeys(list: List): void {
  const step = (by: number) => () => {
    const all = linesIn(list)
    const place = placeIn(list)
    all[place < 0 ? 0 : Math.min(Math.max(place + by, 0), all.length - 1)]?.querySelector('a')?.focus()
  }
  const pressIn = (name: string) => () => {
    const line = linesIn(list)[placeIn(list)]
    const button = line?.querySelector<HTMLElement>(`[data-act="${name}"] button, button[data-act="${name}"]`)
    if (button) press(button)
  }
  useKeys({
    j: step(1),
    k: step(-1),
    ...Object.fromEntries(Object.entries(keyed).map(([key, name]) => [key, pressIn(name)])),
  })
}
