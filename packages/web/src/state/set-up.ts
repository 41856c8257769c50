// Setting the tracker up, by a request of the page.
import type { App } from './app.js'
import { post } from './post.js'

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
  const { texts } = app
  try {
    const response = await post(app, '/-/setup', Object.fromEntries(form))
    if (response.ok) return undefined
    const { message = texts.error.title, field } = (await response.json()) as Partial<SetupRefusal>
    return { message, field }
  } catch {
    return { message: texts.waiting.stuck }
  }
}
