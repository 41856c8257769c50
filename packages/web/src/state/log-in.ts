// Logging in by requests of the pages.
import type { App } from './app.js'
import { post } from './post.js'

export interface LoginInput {
  readonly login: string
  readonly password: string
  /** Blank: none was asked for. */
  readonly otp: string
  readonly stay: boolean
}

export interface LoginError {
  readonly message?: string
  readonly wantsOtp: boolean
}

/** The ID of the logged-in user, or the message and the name of the error. */
export type LoginOutcome = { readonly id: number } | { readonly message: string; readonly name?: string | undefined }

/** The message of the form after an error. A required one-time password is not an error. */
export function refusalOf(name: string | undefined, message: string): LoginError {
  if (name === 'second_factor_required') return { wantsOtp: true }
  return { message, wantsOtp: name === 'second_factor_wrong' }
}

export async function logIn(app: Pick<App, 'href' | 'texts' | 'who'>, input: LoginInput): Promise<LoginOutcome> {
  try {
    const response = await post(app, '/-/login', input)
    const answer = (await response.json()) as {
      readonly id?: number
      readonly message?: string
      readonly name?: string
    }
    const { id, name, message = app.texts.error.title } = answer
    return id === undefined ? { message, name } : { id }
  } catch {
    return { message: app.texts.waiting.stuck }
  }
}
