// Setting the tracker up, by a request of the page.
import type { App } from './app.js'
import { fromPage } from './requests.js'

/** The message at the field. */
export interface SetupRefusal {
  readonly message: string
  /** The field that is wrong. */
  readonly field?: string | undefined
}

/** Sends the form. Undefined: success, and the user is logged in. */
export async function setUp(
  { href, texts }: Pick<App, 'href' | 'texts'>,
  form: FormData,
): Promise<SetupRefusal | undefined> {
  try {
    const body = JSON.stringify(Object.fromEntries(form))
    const response = await fetch(href('/-/setup'), { method: 'POST', headers: fromPage, body })
    if (response.ok) return undefined
    const { message = texts.error.title, field } = (await response.json()) as Partial<SetupRefusal>
    return { message, field }
  } catch {
    return { message: texts.waiting.stuck }
  }
}
