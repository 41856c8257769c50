// Begins to view the tracker as another user, by requests of the pages.
import type { App } from './app.js'
import { confirmed } from './confirming.js'
import { post } from './post.js'

/** Loads the first page as the other user; returns the error otherwise. */
export async function actAs(
  app: Pick<App, 'href' | 'texts' | 'confirming' | 'who'>,
  input: { readonly user: string; readonly reason: string },
): Promise<string | undefined> {
  const { href, texts } = app
  try {
    const response = await post(app, '/-/act-as', input)
    const { name, message = texts.error.title } = (await response.json()) as {
      readonly name?: string
      readonly message?: string
    }
    if (response.ok) {
      location.assign(href('/'))
      return undefined
    }
    return name === 'confirmation_required' && (await confirmed(app)) ? await actAs(app, input) : message
  } catch {
    return texts.waiting.stuck
  }
}
