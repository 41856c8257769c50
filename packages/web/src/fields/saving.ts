// Saving the changes of a bug, kept out of the main script.
import { isTrackerError } from '@trackerkit/client'
import type { App } from '../state/app.js'
import { keepUnanswered, unansweredOf } from '../state/drafts.js'
import { say } from '../state/notice.js'
import type { BugData } from './bug-data.js'
import { ask } from './ask.js'
import { merge, without } from './collisions.js'
import { bugOnPage } from './bug-on-page.js'
import type { Editor, Saver } from './saver.js'
import type { Changes } from './merge.js'
import { reverseOf, type Updated } from './reverse.js'

const mostRounds = 3

interface Saving extends Editor {
  /** The page can ask the user. */
  readonly isOpen: () => boolean
}

export function createSaver(app: App, first: BugData, { question, refused, save, isOpen }: Saving): Saver {
  const { id } = first.bug
  const snapshot = createSnapshot(app, first)
  const send = createSender(app, snapshot, question, isOpen)
  return async (changes, notice, begun = snapshot.latest().bug) => {
    refused.value = new Map()
    try {
      const saved = await send(changes, begun)
      if (!saved) return { isSaved: false, message: '' }
      const count = Object.keys(saved.changes).length
      if (count === 0) return { isSaved: true }
      const { takenBack, form } = app.texts.bug
      const back = reverseOf(saved, snapshot.latest().metadata)
      const isWhole = count === Object.keys(changes).length
      say(app, isWhole ? notice : form.saved, { bug: id, undo: back && (() => void save(back, takenBack)) })
      return { isSaved: true }
    } catch (error) {
      const { field, message } = refusalOf(error, changes, app.texts.error.title)
      refused.value = new Map([[field, message]])
      if (!isOpen()) say(app, message, { bug: id })
      return { isSaved: false, message }
    }
  }
}

/**
 * Sends changes of the bug as it was when they began, merged into the changes that others have made. Returns those that remained:
 * others may have made the rest, or the user keeps their values. Undefined: the user cancels.
 */
function createSender(app: App, snapshot: Snapshot, question: Editor['question'], isOpen: () => boolean) {
  const place = `bug ${snapshot.latest().bug.id}`
  // Changes whose answer was lost, which may be in effect. Sent again with the same token, they take effect once.
  let unanswered = unansweredOf(app, place)?.change
  const setUnanswered = (change: typeof unanswered) => {
    unanswered = change
    keepUnanswered(app, place, { change })
  }
  return async (changes: Changes, begun: BugData['bug']): Promise<Updated | undefined> => {
    const text = JSON.stringify(changes)
    let again = unanswered?.text === text ? unanswered : undefined
    let [base, still, latest] = [begun, changes, snapshot.latest()]
    for (let round = 1; ; round++) {
      // A token that is known to be old would only be rejected.
      if (!again && latest.bug.update_token !== base.update_token) {
        const { changes: merged, collisions } = merge(base, latest.bug, still, snapshot.ownChanges())
        // Once the page is closed, there is no user to ask.
        if (collisions.length === 0 || isOpen()) {
          const theirs = collisions.length === 0 ? new Set<string>() : await ask(question, collisions, latest)
          if (!theirs) return undefined
          still = without(merged, theirs)
          base = latest.bug
        }
      }
      if (Object.keys(still).length === 0) return { changes: still, base, reported: {} }
      try {
        const { token } = again ?? { token: base.update_token }
        again = undefined
        setUnanswered({ text, token })
        const isGuarded = token !== undefined && !isAddition(still)
        const { bugs: updated } = await app.operations.bugs.update({
          ids: [base.id],
          ...(isGuarded && { update_token: token }),
          ...still,
        })
        setUnanswered(undefined)
        await snapshot.recordSaved(still)
        return { changes: still, base, reported: updated[0]?.changes ?? {} }
      } catch (error) {
        if (!isTrackerError(error, 'conflict') || round >= mostRounds) throw error
        latest = await snapshot.reload()
      }
    }
  }
}

/** A comment collides with nothing. Without a token it is the same request after a reload, which takes effect once. */
function isAddition(changes: Changes): boolean {
  return Object.keys(changes).every((field) => ['comment', 'work_time', 'minor_update'].includes(field))
}

interface Snapshot {
  /** The bug as last loaded, on the page or since. */
  readonly latest: () => BugData
  /** Reloads the bug: with its page if that is shown, otherwise only the bug. */
  readonly reload: () => Promise<BugData>
  /** Records saved changes, even if the bug cannot be reloaded. */
  readonly recordSaved: (changes: Changes) => Promise<void>
  /** Changes saved from this page. */
  readonly ownChanges: () => Changes
}

function createSnapshot(app: App, first: BugData): Snapshot {
  const { id } = first.bug
  let [last, taken] = [first, first]
  let ownChanges: Changes = {}
  const onPage = () => bugOnPage(app, id)
  const latest = () => {
    const data = onPage()
    if (data && data !== taken) last = taken = data
    return last
  }
  const reload = async () => {
    const before = latest()
    if (onPage()) await app.reload()
    // The user may be leaving the page; then the reload does not change it.
    if (latest() === before) last = { ...before, ...(await app.operations.bugs.view({ id, comments: 1 })) }
    return last
  }
  const recordSaved = async (changes: Changes) => {
    ownChanges = { ...ownChanges, ...changes }
    await reload().catch(() => undefined)
  }
  return { latest, reload, recordSaved, ownChanges: () => ownChanges }
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
