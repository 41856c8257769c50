// Changes by others: a bug page shows them at once, a list offers to show them.
import { isTrackerError, type ChangeEntry } from '@trackerkit/client'
import type { BugData } from '../fields/bug-data.js'
import type { ListData } from '../pages/list/load.js'
import { criteriaOf } from '../pages/query/query.js'
import { noNews, type App } from '../state/app.js'
import { nameOf } from '../page/who.js'
import { liveTexts } from '../texts/english/live.js'
import { sleep } from './sleep.js'

/** For how long the tracker keeps a request about a bug until something happens to it, in seconds. */
const wait = 20
/** Milliseconds between two requests. */
const pauses = { bug: 1000, list: 15_000, withoutFocus: 60_000, afterFailure: 60_000, own: 1000 }
/** Milliseconds. */
const shownFor = 10_000
const most = 200

const fields = ['type', 'time', 'user', 'bug_id', 'comments'] as const
type Entry = Pick<ChangeEntry, 'type' | 'time' | 'user' | 'comments'> & { readonly bug_id?: number }

/** The part of a page that others may change. */
type Topic = { readonly kind: 'bug'; readonly data: BugData } | { readonly kind: 'list'; readonly data: ListData }

export function followChanges(app: App): void {
  app.learn({ live: liveTexts })
  // The page does not show changes since the server read its data.
  let since = document.getElementById('data')?.dataset['since'] ?? 'now'
  /** The first answer comes at once. */
  let patience = 0
  let unshownPause = pauses.bug
  let round = new AbortController()
  const wake = () => round.abort()

  async function ask(topic: Topic, signal: AbortSignal): Promise<void> {
    const isNear = document.hasFocus()
    const ofBug = topic.kind === 'bug' && { bug: [topic.data.bug.id], wait: isNear ? patience : 0 }
    const page = await app.operations.changes.get({ since, limit: most, include_fields: fields, ...ofBug }, { signal })
    if (topic.kind === 'list') await countChanged(app, page.changes)
    else if (!(await showBug(app, page.changes))) return askLater(signal)
    since = page.next
    patience = wait
    unshownPause = pauses.bug
    if (!page.more) await sleep(isNear ? pauses[topic.kind] : pauses.withoutFocus, signal)
    return undefined
  }

  /** For the same changes again, as they are not shown yet. */
  async function askLater(signal: AbortSignal): Promise<void> {
    await sleep(unshownPause, signal)
    unshownPause = Math.min(2 * unshownPause, pauses.afterFailure)
  }

  function startOver(): void {
    since = 'now'
    patience = 0
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const topic = topicOf(app)
    if (!topic) startOver()
    if (!topic || document.hidden) return sleep(undefined, signal)
    try {
      await ask(topic, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      // Entries or the bug were deleted.
      if (isTrackerError(error, 'changes_gone', 'bug_id_does_not_exist')) {
        startOver()
        await app.reload({ isQuiet: true })
      }
      await sleep(pauses.afterFailure, signal)
    }
    return undefined
  }

  for (const event of ['visibilitychange', 'focus', 'blur']) addEventListener(event, wake)
  let path = ''
  app.shown.subscribe(({ address }) => {
    const now = `${address.path}?${address.query}`
    if (now !== path) wake()
    path = now
  })
  void (async () => {
    for (;;) {
      round = new AbortController()
      await follow(round.signal)
    }
  })()
}

function topicOf({ shown: { value } }: App): Topic | undefined {
  if (value.kind !== 'page') return undefined
  if (value.entry.name === 'bug') return { kind: 'bug', data: value.data }
  return value.entry.name === 'list' ? { kind: 'list', data: value.data } : undefined
}

const isOwnOf =
  ({ who }: App) =>
  ({ user }: Entry) =>
    user !== null && user.id === who?.id

/** Reloads a bug, and reports changes by others. False: the bug could not be loaded. */
async function showBug(app: App, entries: readonly Entry[]): Promise<boolean> {
  const isNew = (entry: Entry) => {
    const topic = topicOf(app)
    return topic?.kind === 'bug' && topic.data.bug.id === entry.bug_id && !isKnown(topic.data, entry)
  }
  const isOwn = isOwnOf(app)
  let fresh = entries.filter(isNew)
  if (fresh.length === 0) return true
  // This page is about to show its own changes.
  if (fresh.every(isOwn)) await sleep(pauses.own)
  fresh = fresh.filter(isNew)
  if (fresh.length === 0) return true
  if (!(await app.reload({ isQuiet: true }))) return false
  const text = wordOf(
    app,
    fresh.filter((entry) => !isOwn(entry)),
  )
  if (text === '') return true
  const news = { ...noNews, text }
  app.news.value = news
  void sleep(shownFor).then(() => {
    if (app.news.value === news) app.news.value = noNews
  })
  return true
}

/** True if the page has a comment or change by the same person at the same time. */
function isKnown({ bug, comments, history, attachments }: BugData, { time, user }: Entry): boolean {
  const at = time.getTime()
  if (at < bug.last_change_time.getTime()) return true
  const isIt = (who: string, when: Date) => who === user?.name && when.getTime() === at
  return (
    history.some(({ who, when }) => isIt(who, when)) ||
    [...comments, ...attachments].some(({ creator, creation_time }) => isIt(creator, creation_time))
  )
}

function wordOf({ texts }: App, entries: readonly Entry[]): string {
  const labels = texts.live
  const last = entries.at(-1)
  if (!last) return ''
  const count = entries.reduce((sum, { comments }) => sum + comments.length, 0)
  if (count > 1) return labels.comments(count)
  const latest = entries.findLast(({ comments }) => comments.length > 0) ?? last
  const name = latest.user ? nameOf(latest.user) : labels.somebody
  return count === 1 ? labels.comment(name) : labels.change(name)
}

/** Reports the number of bugs in a list that have changed. */
async function countChanged(app: App, entries: readonly Entry[]): Promise<void> {
  const isOwn = isOwnOf(app)
  // This page is about to show its own changes.
  if (entries.some(isOwn)) await sleep(pauses.own)
  const topic = topicOf(app)
  if (topic?.kind !== 'list') return
  const shownAt = new Map(topic.data.bugs.map(({ id, last_change_time }) => [id, last_change_time.getTime()]))
  const changed = entries.flatMap((entry) => {
    const { bug_id = 0, time } = entry
    const at = shownAt.get(bug_id) ?? Number.POSITIVE_INFINITY
    // Times have whole seconds: another user's change in the same second may or may not be shown.
    const isLater = isOwn(entry) ? time.getTime() > at : time.getTime() >= at
    return isLater ? [bug_id] : []
  })
  const others = entries.filter((entry) => !isOwn(entry)).flatMap(({ bug_id }) => bug_id ?? [])
  const { query } = app.shown.value.address
  const matching = await among(
    app,
    query,
    others.filter((id) => !shownAt.has(id)),
  )
  const all = [...changed, ...matching]
  if (all.length > 0 && app.shown.value.address.query === query)
    app.news.value = { text: '', changed: new Set([...app.news.value.changed, ...all]) }
}

/** Those that belong to the list now, though the page does not show them. */
async function among(app: App, query: URLSearchParams, ids: readonly number[]): Promise<readonly number[]> {
  // A list of named bugs gets no others.
  if (ids.length === 0 || query.has('id')) return []
  const search = { ...criteriaOf(query), id: [...new Set(ids)], include_fields: ['id'] as const }
  const { bugs } = await app.operations.bugs.search(search)
  return bugs.map(({ id }) => id)
}
