// Logging in by requests of the pages.
import type { App } from './app.js'
import { ask } from './post.js'

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
  const { id, name, message } = await ask<{ readonly id: number }>(app, '/-/login', input)
  return id === undefined ? { message, name } : { id }
}
