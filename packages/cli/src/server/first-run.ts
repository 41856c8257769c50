// Opens the tracker to serve. A new one gets an administrator, whose credentials are printed once.
import { randomBytes } from 'node:crypto'
import { isTrackerError, type HostUserOptions, type Tracker, type TrackerOptions } from '@trackerkit/core'
import { fromEnvironment, CommandError } from '../terminal/command.js'
import { openTracker } from '../store/store.js'
import { say } from '../terminal/print.js'

interface SetUpOptions {
  /** Administrator of a new tracker. */
  readonly login?: string | undefined
  /** The pages offer to set the tracker up. Then a new one gets no administrator, unless one is asked for. */
  readonly isOffered?: boolean
  /** How people of a proxy in front become people of the tracker. */
  readonly hostUsers?: HostUserOptions | undefined
  /** The URL of a standby of the database. */
  readonly replica?: string | undefined
}

/** Returns a function that opens the tracker. @throws CommandError for an unusable key, before anything is created */
export function trackerSetUp(
  database: string,
  { login: givenLogin = fromEnvironment('TRACKERKIT_ADMIN'), hostUsers, isOffered = false, replica }: SetUpOptions = {},
): (delivering?: Omit<TrackerOptions, 'store' | 'administrator' | 'beforeSetUp' | 'hostUsers'>) => Promise<Tracker> {
  const givenPassword = fromEnvironment('TRACKERKIT_ADMIN_PASSWORD')
  const givenKey = fromEnvironment('TRACKERKIT_ADMIN_API_KEY')
  requireUsableKey(givenKey)
  if (isOffered && (givenLogin ?? givenPassword ?? givenKey) === undefined)
    return (delivering) => openTracker(database, { administrator: null, replica, ...delivering })
  const login = givenLogin ?? 'admin@example.com'
  const password = givenPassword ?? randomBytes(12).toString('base64url')
  const apiKey = givenKey ?? randomBytes(20).toString('hex')
  let isIntroduced = false
  const beforeSetUp = () => {
    introduceAdministrator(login, givenPassword ? undefined : password, givenKey ? undefined : apiKey)
    isIntroduced = true
  }
  return async (delivering) => {
    const administrator = { login, password, api_key: apiKey }
    const people = hostUsers && { hostUsers }
    const opened = await openTracker(database, { administrator, beforeSetUp, replica, ...people, ...delivering })
    if (isIntroduced && !opened.isNew) say('Another process already initialized this tracker.')
    if (!opened.isNew && givenKey !== undefined && !(await isUsable(opened, givenKey)))
      say(
        "TRACKERKIT_ADMIN_API_KEY is not a valid key of this tracker, which already exists. To create one, run 'trackerkit api-key create LOGIN'",
      )
    return opened
  }
}

/** Returns true if the key can log in. Errors that affect all users, such as maintenance, count as usable. */
async function isUsable(tracker: Tracker, api_key: string): Promise<boolean> {
  try {
    await tracker.as({ api_key }).users.whoami()
    return true
  } catch (error) {
    if (!isTrackerError(error)) throw error
    return !/^(api_key_not_valid|api_key_revoked|account_disabled)$/.test(error.code)
  }
}

function requireUsableKey(key: string | undefined): void {
  if (key === undefined || /^[A-Za-z0-9]{16,}$/.test(key)) return
  throw new CommandError('TRACKERKIT_ADMIN_API_KEY must be at least 16 letters or digits')
}

/** Generated secrets are printed only here. */
function introduceAdministrator(login: string, password: string | undefined, apiKey: string | undefined): void {
  const lines = [
    `New tracker. Administrator: ${login}`,
    ...(password === undefined ? [] : [`  password: ${password}`]),
    ...(apiKey === undefined ? [] : [`  API key:  ${apiKey}`]),
  ]
  say(lines.join('\n'))
}
