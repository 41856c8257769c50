// Changing a bug: each change is sent with the token of the shown state, and merged if another user was faster.
import { signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useMemo } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import type { BugData } from './bug-data.js'
import type { Editor, Question, Saver } from './saver.js'
import { bugOnPage } from './bug-on-page.js'

/** An editor that knows whether its page is still open for a question. */
interface OwnEditor extends Editor {
  readonly open: () => void
  readonly close: () => void
}

/** The editor of one bug. Its requests finish even after the user has gone to another page. */
function createEditor(app: App, first: BugData): OwnEditor {
  let isOpen = true
  let saver: Saver | undefined
  const inTurn = createTurns()
  const question = signal<Question | undefined>(undefined)
  const refused = signal<ReadonlyMap<string, string>>(new Map())
  const save: Editor['save'] = (changes, notice, begun = bugOnPage(app, first.bug.id)?.bug) =>
    inTurn(async () => {
      // How bugs are saved is not in the main script.
      const saving = await import('./saving.js').catch(() => undefined)
      if (!saving) return { isSaved: false, message: app.texts.error.title }
      saver ??= saving.createSaver(app, first, { question, refused, save, isOpen: () => isOpen })
      return saver(changes, notice, begun)
    })
  const open = () => {
    isOpen = true
  }
  const close = () => {
    isOpen = false
    question.value?.answer(undefined)
  }
  return { question, refused, save, open, close }
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
