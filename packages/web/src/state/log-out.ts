// Logging out by requests of the pages. Loaded on demand.
import type { App } from './app.js'
import { draftPrefix } from './drafts.js'
import { channelName, fromPage } from './requests.js'

/**
 * Ends the session, discards drafts, notifies the other tabs, and opens the first page.
 * @throws Error if the session may not have ended
 */
export async function logOut({ href, site }: Pick<App, 'href' | 'site'>): Promise<void> {
  if (site.login.by === 'host') {
    forgetDrafts(site.prefix)
    location.assign(site.login.logOutUrl ?? href('/'))
    return
  }
  const response = await fetch(href('/-/logout'), { method: 'POST', headers: fromPage })
  if (!response.ok) throw new Error(`Logging out failed with status ${response.status}.`)
  const { url } = (await response.json()) as { readonly url?: string }
  forgetDrafts(site.prefix)
  // This tab navigates on its own.
  document.documentElement.dataset['leaving'] = 'true'
  new BroadcastChannel(channelName(site.prefix)).postMessage('logged out')
  location.assign(url ?? href('/'))
}

function forgetDrafts(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
