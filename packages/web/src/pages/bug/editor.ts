// Changing a bug: each change is sent with the token of the state that was seen, and merged when somebody was faster.
import { signal, type Signal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BugData } from './load.js'
import { merge, reverseOf, without, type Changes, type Collision } from './merge.js'

/** A question to who edits: which of two values is to hold. */
export interface Question {
  readonly collisions: readonly Collision[]
  readonly who: string
  readonly at: Date
  /** The fields in which the other one is to win; undefined: nothing is saved. */
  readonly answer: (theirs: ReadonlySet<string> | undefined) => void
}

export interface Editor {
  readonly question: Signal<Question | undefined>
  /** What the API refuses, by field. */
  readonly refused: Signal<ReadonlyMap<string, string>>
  readonly isBusy: Signal<boolean>
  /** Sends changes. Answers whether they were saved; why not stands in `refused`, or is answered as text. */
  readonly save: (changes: Changes, said: string) => Promise<Outcome>
}

export type Outcome = { readonly isSaved: true } | { readonly isSaved: false; readonly message: string }

const mostRounds = 3

function createEditor(app: App): Editor {
  const editor = {
    question: signal<Question | undefined>(undefined),
    refused: signal<ReadonlyMap<string, string>>(new Map()),
    isBusy: signal(false),
  }
  const dataNow = () => (app.shown.value as unknown as { readonly data: BugData }).data

  async function send(changes: Changes): Promise<boolean> {
    let [base, still] = [dataNow().bug, changes]
    for (let round = 1; ; round++) {
      try {
        const token = base.update_token === undefined ? {} : { update_token: base.update_token }
        await app.operations.bugs.update({ ids: [base.id], ...token, ...(still as object) })
        await app.reload()
        return true
      } catch (error) {
        if (!isTrackerError(error, 'conflict') || round >= mostRounds) throw error
      }
      await app.reload()
      const { bug, history, names } = dataNow()
      const merged = merge(base, bug, still)
      const last = history.at(-1)
      const theirs =
        merged.collisions.length === 0
          ? new Set<string>()
          : await ask(
              editor.question,
              merged.collisions,
              names.get(last?.who ?? '') || (last?.who ?? ''),
              last?.when ?? bug.last_change_time,
            )
      if (!theirs) return false
      still = without(merged.changes, theirs)
      base = bug
      if (Object.keys(still).length === 0) return true
    }
  }

  const save: Editor['save'] = async (changes, said) => {
    editor.isBusy.value = true
    editor.refused.value = new Map()
    const before = dataNow().bug
    try {
      if (!(await send(changes))) return { isSaved: false, message: '' }
      const back = reverseOf(before, changes)
      say(app, said, back && (() => void save(back, app.texts.bug.takenBack)))
      return { isSaved: true }
    } catch (error) {
      const { field, message } = refusalOf(error, changes, app.texts.error.title)
      editor.refused.value = new Map([[field, message]])
      return { isSaved: false, message }
    } finally {
      editor.isBusy.value = false
    }
  }
  return { ...editor, save }
}

/** Asks whose values are to hold, and waits for the answer. */
async function ask(
  question: Editor['question'],
  collisions: readonly Collision[],
  who: string,
  at: Date,
): Promise<ReadonlySet<string> | undefined> {
  return new Promise((resolve) => {
    const answer = (theirs: ReadonlySet<string> | undefined) => {
      question.value = undefined
      resolve(theirs)
    }
    question.value = { collisions, who, at, answer }
  })
}

/** What the API says, and about which of the fields. */
function refusalOf(
  error: unknown,
  changes: Changes,
  otherwise: string,
): { readonly field: string; readonly message: string } {
  const message = error instanceof Error ? error.message : otherwise
  const [named] = isTrackerError(error) ? String(error.data.field ?? '').split('.') : []
  const [first = ''] = Object.keys(changes)
  return { field: named !== undefined && named in changes ? named : first, message }
}

const EditorContext = createContext<Editor | undefined>(undefined)
export const EditorProvider = EditorContext.Provider

/** An editor for the bug that the page shows. */
export function useNewEditor(): Editor {
  const app = useApp()
  return useMemo(() => createEditor(app), [app])
}

/** @throws Error outside of the page of a bug */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This part stands outside of a bug.')
  return editor
}
