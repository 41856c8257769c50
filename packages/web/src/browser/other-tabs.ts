// Logouts in other tabs, and since the browser kept the page.
import type { App } from '../state/app.js'
import { channelName } from '../state/requests.js'

export function followOtherTabs(app: App): void {
  // Another user may be logged in by now.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  if (!app.who || app.site.login.by !== 'pages') return
  new BroadcastChannel(channelName(app.site.prefix)).addEventListener('message', () => {
    if (document.documentElement.dataset['leaving'] === undefined) app.isLoggedOut.value = true
  })
}
