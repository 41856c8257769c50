// The link for setting up, in the pages, a tracker without an administrator.
import { randomBytes } from 'node:crypto'
import type { Tracker } from '@trackerkit/core'
import type { Setup } from '@trackerkit/web'
import { fromEnvironment, CommandError } from '../terminal/command.js'
import { say } from '../terminal/print.js'

/** Workers get it from the process that has started them. */
const variable = 'TRACKERKIT_SETUP_CODE'

export interface SetUpOffer {
  /** Returns the setup of the pages; undefined if the tracker has an administrator. */
  readonly offeredTo: (tracker: Tracker, origin: string | undefined) => Promise<Setup | undefined>
  /** Prints the URL of the setup page, if it is offered. `url` is that of the API. */
  readonly announce: (url: string) => void
}

/** @throws CommandError for a code that could be guessed */
export function createSetUpOffer(): SetUpOffer {
  const code = fromEnvironment(variable) ?? randomBytes(24).toString('base64url')
  if (!/^[!-~]{32,200}$/.test(code))
    throw new CommandError(
      `${variable} must be 32 to 200 printable ASCII characters without spaces: anyone who guesses it controls the tracker`,
    )
  process.env[variable] = code
  let offered: { readonly origin: string | undefined } | undefined
  return {
    async offeredTo(tracker, origin) {
      if (await tracker.canBeAdministered()) return undefined
      offered = { origin }
      const isNeeded = async () => !(await tracker.canBeAdministered())
      return { code, run: (input) => tracker.setUp(input), isNeeded }
    },
    announce(url) {
      if (!offered) return
      const origin = offered.origin ?? new URL(url).origin
      say(`Set up: ${origin}/setup?code=${encodeURIComponent(code)}`)
    },
  }
}
