// Logins at providers by requests of the pages that need them.
import type { App } from './app.js'
import { confirmed } from './confirming.js'
import { post } from './post.js'

/** Begins to link an account at a provider, or to confirm the session there. The address leads to the provider. */
export async function beginAtProvider(
  app: Pick<App, 'href' | 'texts' | 'confirming' | 'who'>,
  name: string,
  purpose: 'link' | 'confirm',
): Promise<{ readonly url: string } | { readonly message: string }> {
  const { texts } = app
  try {
    const response = await post(app, `/-/login/${name}/${purpose}`)
    const answer = (await response.json()) as {
      readonly url?: string
      readonly message?: string
      readonly name?: string
    }
    const { url, message = texts.error.title } = answer
    if (url !== undefined) return { url }
    const isUnconfirmed = answer.name === 'confirmation_required'
    return isUnconfirmed && (await confirmed(app)) ? await beginAtProvider(app, name, purpose) : { message }
  } catch {
    return { message: texts.waiting.stuck }
  }
}

/** The name of the channel by which a page hears that its user logged in, or confirmed the session, in another window. */
export function confirmationChannel(prefix: string): string {
  return `trackerkit confirmation ${prefix}`
}
