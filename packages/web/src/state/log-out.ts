// Logging out by requests of the pages. Loaded on demand.
import type { App } from './app.js'
import { draftPrefix } from './drafts.js'
import { say } from './notice.js'
import { post } from './post.js'
import { channelName } from './requests.js'

/**
 * Ends the session, discards drafts, notifies the other tabs, and opens the first page. A refusal is shown.
 * @throws Error if the session may not have ended
 */
export async function logOut(app: App): Promise<void> {
  const { href, site, texts } = app
  if (site.login.by === 'host') {
    forgetDrafts(site.prefix)
    location.assign(site.login.logOutUrl ?? href('/'))
    return
  }
  const response = await post(app, '/-/logout')
  const answer = (await response.json()) as { readonly url?: string; readonly message?: string }
  if (!response.ok) return say(app, answer.message ?? texts.error.title)
  forgetDrafts(site.prefix)
  // This tab navigates on its own.
  document.documentElement.dataset['leaving'] = 'true'
  new BroadcastChannel(channelName(site.prefix)).postMessage('logged out')
  location.assign(answer.url ?? href('/'))
}

function forgetDrafts(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
