// The rest of a login at a provider, by requests of its page.
import type { App } from './app.js'
import { refusalOf, type LoginError } from './log-in.js'
import { post } from './post.js'

/** The rest of the proof of a login at a provider. */
export async function continueLogIn(
  app: Pick<App, 'href' | 'texts' | 'who'>,
  proof: { readonly password: string; readonly otp: string },
): Promise<{ readonly returnTo: string } | LoginError> {
  const { texts } = app
  try {
    const response = await post(app, '/-/login/continue', proof)
    const answer = (await response.json()) as {
      readonly return_to?: string
      readonly message?: string
      readonly name?: string
    }
    const { return_to, name, message = texts.error.title } = answer
    return return_to === undefined ? refusalOf(name, message) : { returnTo: return_to }
  } catch {
    return { message: texts.waiting.stuck, wantsOtp: false }
  }
}
