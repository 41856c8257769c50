// Preferences about mail, for tests of what they decide.
import { withPreferences, loadEmailPreferences, type EmailPreferences } from '../src/domain/preferences/email.js'

const nothing = { select: () => [], count: () => 0 } as unknown as Parameters<typeof loadEmailPreferences>[0]

/** The preferences of a user who has never set any. */
export const defaultEmail: EmailPreferences = (await loadEmailPreferences(nothing, []))(0)

/** All switched on. */
export const allEmail: EmailPreferences = withPreferences(
  defaultEmail,
  Object.fromEntries(
    Object.entries(defaultEmail).map(([role, events]) => [
      role,
      Object.fromEntries(Object.keys(events).map((event) => [event, true])),
    ]),
  ),
)
