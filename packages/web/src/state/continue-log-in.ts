// The rest of a login at a provider, by requests of its page.
import type { App } from './app.js'
import { refusalOf, type LoginError } from './log-in.js'
import { ask } from './post.js'

/** The rest of the proof of a login at a provider. */
export async function continueLogIn(
  app: Pick<App, 'href' | 'texts' | 'who'>,
  proof: { readonly password: string; readonly otp: string },
): Promise<{ readonly returnTo: string } | LoginError> {
  const answer = await ask<{ readonly return_to: string }>(app, '/-/login/continue', proof)
  const { return_to, name, message } = answer
  return return_to === undefined ? refusalOf(name, message) : { returnTo: return_to }
}
