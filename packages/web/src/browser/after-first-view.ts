// The parts that the first view does without, in one file.
import type { App } from '../state/app.js'
import { followInbox } from './inbox.js'
import { keepPages } from './kept.js'
import { followChanges } from './live.js'
import type { Live } from './navigate.js'
import { followOtherTabs } from './other-tabs.js'
import { followPrinting } from './printing.js'
import { requestStylesAhead } from './styles-ahead.js'

export function afterFirstView(app: App, live: Live): void {
  live.kept = keepPages(app)
  setInterval(() => (app.now.value = Date.now()), 60_000)
  followInbox(app)
  followChanges(app)
  followOtherTabs(app)
  followPrinting(app)
  requestStylesAhead()
}
