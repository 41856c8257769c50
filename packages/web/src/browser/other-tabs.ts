// Logouts in other tabs.
import type { App } from '../state/app.js'
import { channelName } from '../state/requests.js'

export function followOtherTabs(app: App): void {
  if (app.who && app.site.login.by === 'pages') {
    new BroadcastChannel(channelName(app.site.prefix)).addEventListener('message', () => {
      if (document.documentElement.dataset['leaving'] === undefined) app.isLoggedOut.value = true
    })
  }
  addEventListener('pageshow', ({ persisted }) => {
    // Another user may be logged in by now.
    if (persisted) location.reload()
  })
}
