// Logging in and out by requests of the pages.
import type { App } from './app.js'

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

/** The id of who is logged in then, or what the API says against it, with the name of the error. */
export type LoginOutcome = { readonly id: number } | { readonly message: string; readonly name?: string | undefined }

/** The message of the form after an error. A required one-time password is not an error. */
export function refusalOf(name: string | undefined, message: string): LoginError {
  if (name === 'second_factor_required') return { wantsOtp: true }
  return { message, wantsOtp: name === 'second_factor_wrong' }
}

/** Headers of requests by scripts of the pages. */
export const fromPage = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }

export async function logIn({ href, texts }: Pick<App, 'href' | 'texts'>, input: LoginInput): Promise<LoginOutcome> {
  try {
    const body = JSON.stringify(input)
    const response = await fetch(href('/-/login'), { method: 'POST', headers: fromPage, body })
    const answer = (await response.json()) as {
      readonly id?: number
      readonly message?: string
      readonly name?: string
    }
    const { id, name, message = texts.error.title } = answer
    return id === undefined ? { message, name } : { id }
  } catch {
    return { message: texts.waiting.stuck }
  }
}

/** The name of the channel by which the tabs of a browser hear of each other. */
export function channelName(prefix: string): string {
  return `trackerkit ${prefix}`
}

/** Ends the session, discards drafts, notifies the other tabs, and opens the first page. */
export async function logOut({ href, site }: Pick<App, 'href' | 'site'>): Promise<void> {
  forgetDrafts(site.prefix)
  if (site.login.by === 'host') {
    location.assign(site.login.logOutUrl ?? href('/'))
    return
  }
  const leadsTo = await fetch(href('/-/logout'), { method: 'POST', headers: fromPage })
    .then(async (response) => ((await response.json()) as { readonly url?: string }).url)
    .catch(() => undefined)
  // This tab navigates on its own.
  document.documentElement.dataset['leaving'] = 'true'
  new BroadcastChannel(channelName(site.prefix)).postMessage('logged out')
  location.assign(leadsTo ?? href('/'))
}

/** The prefix of the keys of drafts. */
export function draftPrefix(prefix: string): string {
  return `trackerkit draft ${prefix} `
}

function forgetDrafts(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
