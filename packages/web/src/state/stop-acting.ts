import type { App } from './app.js'
import { post } from './post.js'

/** Returns from the view of another user to the own session. */
export async function stopActing(app: Pick<App, 'href' | 'who'>): Promise<void> {
  await post(app, '/-/act-as/stop').catch(() => undefined)
  location.assign(app.href('/'))
}
