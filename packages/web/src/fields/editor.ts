// Changing a bug: each change is sent with the token of the shown state, and merged if another user was faster.
import { signal, type Signal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { createContext } from 'preact'
import { useContext, useEffect, useMemo } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { say } from '../state/notice.js'
import type { BugData } from './bug-data.js'
import type { Collision } from './collisions.js'
import { reverseOf, type Changes } from './merge.js'

/** A question to the user: which of two values to keep. */
export interface Question {
  readonly collisions: readonly Collision[]
  readonly who: string
  readonly at: Date
  /** Resolves with the fields that keep the value of the other user; undefined: nothing is saved. */
  readonly answer: (theirs: ReadonlySet<string> | undefined) => void
}

export interface Editor {
  readonly question: Signal<Question | undefined>
  /** Messages of the API by field. */
  readonly refused: Signal<ReadonlyMap<string, string>>
  /**
   * Sends changes. If they are not saved, the error is in `refused` and in the outcome. `begun`: the bug when the user began to edit;
   * default: the shown one.
   */
  readonly save: (changes: Changes, notice: string, begun?: BugData['bug']) => Promise<Outcome>
}

/** An editor that knows whether its page is still open for a question. */
interface OwnEditor extends Editor {
  readonly open: () => void
  readonly close: () => void
}

export type Outcome = { readonly isSaved: true } | { readonly isSaved: false; readonly message: string }

const mostRounds = 3

/** The editor of one bug. Its requests finish even after the user has gone to another page. */
function createEditor(app: App, first: BugData): OwnEditor {
  const { id } = first.bug
  const snapshot = createSnapshot(app, first)
  let isOpen = true
  const inTurn = createTurns()
  const editor = {
    question: signal<Question | undefined>(undefined),
    refused: signal<ReadonlyMap<string, string>>(new Map()),
  }

  const send = createSender(app, snapshot, editor.question, () => isOpen)

  const save: Editor['save'] = async (changes, notice, before = snapshot.now().bug) =>
    inTurn(async () => saveNow(changes, notice, before))

  async function saveNow(changes: Changes, notice: string, before: BugData['bug']): Promise<Outcome> {
    editor.refused.value = new Map()
    try {
      if (!(await send(changes, before))) return { isSaved: false, message: '' }
      const back = reverseOf(before, changes)
      say(app, notice, { bug: id, undo: back && (() => void save(back, app.texts.bug.takenBack)) })
      return { isSaved: true }
    } catch (error) {
      const { field, message } = refusalOf(error, changes, app.texts.error.title)
      editor.refused.value = new Map([[field, message]])
      if (!isOpen) say(app, message, { bug: id })
      return { isSaved: false, message }
    }
  }
  const open = () => {
    isOpen = true
  }
  const close = () => {
    isOpen = false
    editor.question.value?.answer(undefined)
  }
  return { ...editor, save, open, close }
}

/** Sends changes of the bug as it was when they began, merged into the changes that others have made. False: the user cancels. */
function createSender(app: App, snapshot: Snapshot, question: Editor['question'], isOpen: () => boolean) {
  // Changes whose answer was lost, which may be in effect. Sent again with the same token, they take effect once.
  let unanswered: { readonly text: string; readonly token: string | undefined } | undefined
  return async (changes: Changes, begun: BugData['bug']): Promise<boolean> => {
    const text = JSON.stringify(changes)
    let again = unanswered?.text === text ? unanswered : undefined
    let [base, still, latest] = [begun, changes, snapshot.now()]
    for (let round = 1; ; round++) {
      // A token that is known to be old would only be rejected.
      if (!again && latest.bug.update_token !== base.update_token) {
        const { merge, without } = await import('./collisions.js')
        const { changes: merged, collisions } = merge(base, latest.bug, still, snapshot.ownChanges())
        // Once the page is closed, there is no user to ask.
        if (collisions.length === 0 || isOpen()) {
          const theirs = collisions.length === 0 ? new Set<string>() : await ask(question, collisions, latest)
          if (!theirs) return false
          still = without(merged, theirs)
          base = latest.bug
        }
      }
      if (Object.keys(still).length === 0) return true
      try {
        const { token } = again ?? { token: base.update_token }
        again = undefined
        unanswered = { text, token }
        const isGuarded = token !== undefined && !isAddition(still)
        await app.operations.bugs.update({
          ids: [base.id],
          ...(isGuarded && { update_token: token }),
          ...still,
        })
        unanswered = undefined
        await snapshot.saved(still)
        return true
      } catch (error) {
        if (!isTrackerError(error, 'conflict') || round >= mostRounds) throw error
        latest = await snapshot.anew()
      }
    }
  }
}

/** A comment collides with nothing. Without a token it is the same request after a reload, which takes effect once. */
function isAddition(changes: Changes): boolean {
  return Object.keys(changes).every((field) => field === 'comment' || field === 'work_time')
}

/** Runs one change after the other: of two changes of a field, the later one counts. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

interface Snapshot {
  /** The bug as last loaded, on the page or since. */
  readonly now: () => BugData
  /** Reloads the bug: with its page if that is shown, otherwise only the bug. */
  readonly anew: () => Promise<BugData>
  /** Records saved changes, even if the bug cannot be reloaded. */
  readonly saved: (changes: Changes) => Promise<void>
  /** Changes saved from this page. */
  readonly ownChanges: () => Changes
}

function createSnapshot(app: App, first: BugData): Snapshot {
  const { id } = first.bug
  let [last, taken] = [first, first]
  let ownChanges: Changes = {}
  const onPage = () => {
    const shown = app.shown.value
    if (shown.kind !== 'page' || shown.entry.name !== 'bug') return undefined
    const data: BugData = shown.data
    return data.bug.id === id ? data : undefined
  }
  const now = () => {
    const data = onPage()
    if (data && data !== taken) last = taken = data
    return last
  }
  const anew = async () => {
    const before = now()
    if (onPage()) await app.reload()
    // The user may be leaving the page; then the reload does not change it.
    if (now() === before) last = { ...before, ...(await app.operations.bugs.view({ id, comments: 1 })) }
    return last
  }
  const saved = async (changes: Changes) => {
    ownChanges = { ...ownChanges, ...changes }
    await anew().catch(() => undefined)
  }
  return { now, anew, saved, ownChanges: () => ownChanges }
}

/** Asks which values to keep, and waits for the answer. */
async function ask(
  question: Editor['question'],
  collisions: readonly Collision[],
  { bug, history, names }: BugData,
): Promise<ReadonlySet<string> | undefined> {
  const last = history.at(-1)
  const who = names.get(last?.who ?? '') || (last?.who ?? '')
  const at = last?.when ?? bug.last_change_time
  return new Promise((resolve) => {
    const answer = (theirs: ReadonlySet<string> | undefined) => {
      question.value = undefined
      resolve(theirs)
    }
    question.value = { collisions, who, at, answer }
  })
}

/** Rules can name a field that the user has not changed, or one that does not exist. */
function isShown(field: string): boolean {
  return document.getElementsByClassName(`control of-${field}`).length > 0
}

/** The message of the API and its field. */
function refusalOf(
  error: unknown,
  changes: Changes,
  otherwise: string,
): { readonly field: string; readonly message: string } {
  const message = error instanceof Error ? error.message : otherwise
  const [named] = isTrackerError(error) ? String(error.data.field ?? '').split('.') : []
  const [first = ''] = Object.keys(changes)
  if (named !== undefined && (named in changes || (isTrackerError(error, 'rule_refused') && isShown(named))))
    return { field: named, message }
  return { field: first, message }
}

const EditorContext = createContext<Editor | undefined>(undefined)
export const EditorProvider = EditorContext.Provider

/** The editor for the bug of a page; another bug gets another editor. */
export function useNewEditor(data: BugData): Editor {
  const app = useApp()
  const editor = useMemo(() => createEditor(app, data), [app, data.bug.id])
  useEffect(() => {
    editor.open()
    return editor.close
  }, [editor])
  return editor
}

/** @throws Error outside of the page of a bug */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This component is used outside of a bug.')
  return editor
}
