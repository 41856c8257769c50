// The keys under which the tracker does a write once, however often it is sent. Loaded on demand.
import type { App } from '../state/app.js'
import { keepUnanswered, unansweredOf } from '../state/drafts.js'

/** One write. */
export interface Once {
  readonly key: string
  readonly answered: () => void
}

/**
 * Creates keys for writes. A write without a response keeps its key: sending it again repeats it. If it has a draft,
 * the key is kept with it, so also after the page was closed; otherwise until the tab is closed.
 */
export function createWriteKeys(root: string) {
  const unanswered = new Map<string, string>()
  return async (app: App, request: Request): Promise<Once> => {
    const path = request.url.slice(root.length)
    const [place, name] = [placeOf(path), nameOf(`${request.method} ${path} ${await request.clone().text()}`)]
    const kept = () => unansweredOf(app, place)?.keys
    const key = kept()?.[name] ?? unanswered.get(name) ?? ofTab((keys) => keys.getItem(name)) ?? newKey()
    if (!keepUnanswered(app, place, { keys: { ...kept(), [name]: key } })) {
      unanswered.set(name, key)
      ofTab((keys) => keys.setItem(name, key))
    }
    const answered = () => {
      const { [name]: _, ...keys } = kept() ?? {}
      keepUnanswered(app, place, { keys })
      unanswered.delete(name)
      ofTab((stored) => stored.removeItem(name))
    }
    return { key, answered }
  }
}

/** Where the form that makes the write keeps its draft. Files are sent with a comment. */
function placeOf(path: string): string {
  const [, kind, id] = /^\/(?:bug\/)?(bug|comment)\/(\d+)(?:\/attachment)?$/.exec(path) ?? []
  return kind === undefined ? (path === '/bug' ? 'new bug' : '') : `${kind} ${id}`
}

/** Without storage, keys end with the page. */
function ofTab<T>(work: (keys: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}

/** Short, because writes can contain files. Of two writes with the same name, the tracker would reject the second. */
function nameOf(write: string): string {
  let [first, second] = [0, 0]
  for (let at = 0; at < write.length; at++) {
    const code = write.charCodeAt(at)
    first = Math.imul(first ^ code, 0x9e3779b1)
    second = Math.imul(second ^ code, 0x5f356495)
  }
  return `trackerkit write ${first} ${second} ${write.length}`
}

/** `crypto.randomUUID` exists on secure origins only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
