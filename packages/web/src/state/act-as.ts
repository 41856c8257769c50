// Begins to view the tracker as another user, by requests of the pages.
import type { App } from './app.js'
import { confirmed } from './confirming.js'
import { ask } from './post.js'

/** Loads the first page as the other user; returns the error otherwise. */
export async function actAs(
  app: Pick<App, 'href' | 'texts' | 'confirming' | 'who'>,
  input: { readonly user: string; readonly reason: string },
): Promise<string | undefined> {
  const { isOk, name, message } = await ask(app, '/-/act-as', input)
  if (!isOk) return name === 'confirmation_required' && (await confirmed(app)) ? actAs(app, input) : message
  location.assign(app.href('/'))
  return undefined
}
