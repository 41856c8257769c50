// The current user and their permissions.
import type { Client } from './operations.js'

export interface Who {
  readonly id: number
  /** The login name. */
  readonly login: string
  /** The real name; may be empty. */
  readonly name: string
  /** The names of system groups, each of which is a right. */
  readonly rights: readonly string[]
  readonly isInsider: boolean
  /** Held reports that the user can decide about, up to 100. */
  readonly held: number
  /** Email to the user is off because it bounced. */
  readonly isEmailBounced: boolean
  readonly preferences: Preferences
}

export interface Preferences {
  /** The colours. */
  readonly theme: 'system' | 'light' | 'dark'
  /** A name such as `Europe/Vienna`; empty: that of the browser. */
  readonly timeZone: string
  /** Single keys do something. */
  readonly keys: boolean
  /** New texts are Markdown unless chosen otherwise. */
  readonly markdown: boolean
  /** The columns of lists; none: the usual ones. */
  readonly columns: readonly string[]
  /** The order of lists; empty: the usual one. */
  readonly order: string
}

/** Loads the logged-in user. @throws TrackerError when the session is over */
export async function loadWho(operations: Client): Promise<Who> {
  const include_fields = [
    'id',
    'name',
    'real_name',
    'rights',
    'is_insider',
    'email_bounced',
    'held_reports',
    'preferences',
  ]
  const me = await operations.users.whoami({ include_fields })
  const { id, name: login, real_name: name, rights = [], is_insider = false, preferences } = me
  const { email_bounced = false, held_reports: held = 0 } = me
  const pages = preferences?.pages
  return {
    id,
    login,
    name,
    rights,
    isInsider: is_insider,
    held,
    isEmailBounced: email_bounced,
    preferences: {
      theme: pages?.theme ?? 'system',
      timeZone: pages?.time_zone ?? '',
      keys: pages?.keys ?? true,
      markdown: pages?.markdown ?? true,
      columns: pages?.columns ?? [],
      order: pages?.order ?? '',
    },
  }
}

/** Returns the display name of a user: the real name, otherwise the login. */
export function nameOf({ real_name, name }: { readonly real_name: string; readonly name: string }): string {
  return real_name === '' ? name : real_name
}
