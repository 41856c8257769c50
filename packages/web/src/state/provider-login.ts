// Logins at providers by requests of the pages that need them.
import type { App } from './app.js'
import { confirmed } from './confirming.js'
import { ask } from './post.js'

/** Begins to link an account at a provider, or to confirm the session there. The address leads to the provider. */
export async function beginAtProvider(
  app: Pick<App, 'href' | 'texts' | 'confirming' | 'who'>,
  name: string,
  purpose: 'link' | 'confirm',
): Promise<{ readonly url: string } | { readonly message: string }> {
  const { url, message, name: error } = await ask<{ readonly url: string }>(app, `/-/login/${name}/${purpose}`)
  if (url !== undefined) return { url }
  const isUnconfirmed = error === 'confirmation_required'
  return isUnconfirmed && (await confirmed(app)) ? beginAtProvider(app, name, purpose) : { message }
}

/** The name of the channel by which a page hears that its user logged in, or confirmed the session, in another window. */
export function confirmationChannel(prefix: string): string {
  return `trackerkit confirmation ${prefix}`
}
