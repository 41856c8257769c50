// Setting the tracker up, by a request of the page.
import type { App } from './app.js'
import { ask } from './post.js'

/** The message at the field. */
export interface SetupRefusal {
  readonly message: string
  /** The field that is wrong. */
  readonly field?: string | undefined
}

/** Sends the form. Undefined: success, and the user is logged in. */
export async function setUp(
  app: Pick<App, 'href' | 'texts' | 'who'>,
  form: FormData,
): Promise<SetupRefusal | undefined> {
  const { isOk, message, field } = await ask<SetupRefusal>(app, '/-/setup', Object.fromEntries(form))
  return isOk ? undefined : { message, field }
}
