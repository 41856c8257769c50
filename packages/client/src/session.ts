// Authentication: the headers of the caller, and logging in for a token.
import type { SessionsCreateAnswer } from '@trackerkit/types'
import { isTrackerError, paramInvalid } from './errors.js'
import { untilAborted } from './until-aborted.js'

/** Credentials for a login. */
interface LoginGiven {
  readonly login: string
  readonly password: string
  readonly otp?: string | undefined
}

export interface Credentials {
  /** An API key of a user, as `apiKeys.create` returns it. */
  readonly apiKey?: string | undefined
  /** A token, as `sessions.create` returns it. */
  readonly token?: string | undefined
  /**
   * Logs in with the first call that needs it, and once again when the token is no longer valid. With two-factor authentication it
   * takes `otp`, a one-time password, which is given once: later it fails with `second_factor_required`. Programs that run for long
   * use an API key.
   */
  readonly login?: LoginGiven | undefined
}

export interface Session {
  /**
   * Sends a request with credentials, and repeats it with a new token if this client's own token has expired.
   * @throws what logging in fails with
   */
  during<T>(
    work: (headers: Readonly<Record<string, string>>) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T>
  /** Ends the login. */
  end(): Promise<void>
}

interface Doors {
  readonly logIn: (login: LoginGiven) => Promise<SessionsCreateAnswer>
  readonly logOut: (token: string) => Promise<unknown>
}

const tokenHeader = 'X-Tracker-Token'

/** @throws param_invalid when there is more than one credential, or one that no header can carry */
export function createSession(credentials: Credentials, { logIn, logOut }: Doors): Session {
  requireUsable(credentials)
  const { apiKey, token, login } = credentials
  let current: Promise<string> | undefined
  let held: string | undefined
  /** Tokens of sessions that are still valid, but too old to give lasting access. */
  const replaced: string[] = []
  /**
   * Sent once, right or wrong: another attempt would count as a guess, and repeated calls would lock the
   * account.
   */
  let otp = login?.otp
  const tokenNow = async (who: NonNullable<typeof login>) => {
    current ??= logIn({ ...who, otp }).then((answer) => {
      otp = undefined
      return (held = answer.token)
    })
    try {
      return await current
    } catch (error) {
      // The next call tries again.
      current = undefined
      if (isTrackerError(error, 'second_factor_wrong')) otp = undefined
      throw error
    }
  }
  const headersNow = async (): Promise<Record<string, string>> => {
    if (apiKey !== undefined) return { 'X-Tracker-API-Key': apiKey }
    if (login !== undefined) return { [tokenHeader]: await tokenNow(login) }
    return token === undefined ? {} : { [tokenHeader]: token }
  }
  return {
    async during(work, signal) {
      const headers = await untilAborted(headersNow(), signal)
      try {
        return await work(headers)
      } catch (error) {
        const isTooOld = isTrackerError(error, 'confirmation_required')
        if (login === undefined || !(isTooOld || isTrackerError(error, 'auth_invalid_token'))) throw error
        // A second login would need another one-time password, and its failure would lose a valid session.
        if (isTooOld && login.otp !== undefined) throw error
        // Of several calls with the same old token, one logs in.
        if (held !== undefined && headers[tokenHeader] === held) {
          if (isTooOld) replaced.push(held)
          current = held = undefined
        }
        return work(await untilAborted(headersNow(), signal))
      }
    },
    async end() {
      await current?.catch(() => undefined)
      const ended = held === undefined ? replaced.splice(0) : [held, ...replaced.splice(0)]
      current = held = undefined
      await Promise.all(ended.map(logOut))
    },
  }
}

function requireUsable({ apiKey, token, login }: Credentials): void {
  const [first, second] = Object.entries({ apiKey, token, login }).filter(([, value]) => value !== undefined)
  if (second) throw paramInvalid(second[0], 'it must be the only one of apiKey, token, login')
  // Programs that are not type-checked pass null for a setting that is absent.
  if (first && !login && !/^[!-~]+$/.test((first[1] as string | null) ?? ''))
    throw paramInvalid(first[0], 'it must be ASCII without blanks')
}
