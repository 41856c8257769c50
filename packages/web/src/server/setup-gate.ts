// Decides who can set up the tracker, and until when.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Setup of a new tracker in the pages. */
export interface Setup {
  /** Permits the setup: 32 to 200 random letters, digits and signs, shown only to the operator of the server. */
  readonly code: string
  /** Creates the administrator and the first product: `setUp` of a tracker. Pages show the message of an error. */
  readonly run: (input: SetupInput) => Promise<unknown>
  /** True until the tracker has an administrator. Called for each page until it is false. Default: until `run` has succeeded. */
  readonly isNeeded?: (() => Promise<boolean>) | undefined
}

/** Input of the setup form. */
export interface SetupInput {
  readonly login: string
  readonly password: string
  readonly real_name: string
  readonly product: { readonly name: string; readonly description: string; readonly component: string }
}

/** Wrong codes that one address may give within a minute. */
const mostWrong = 5
const minute = 60_000

const mostAddresses = 1000

export type CodeCheck = 'right' | 'wrong' | 'too many'

export interface SetupGate {
  /** True until the tracker has an administrator. */
  readonly isOpen: () => Promise<boolean>
  /** Takes the same time for every wrong code. After too many of an address its right one does not count either. */
  readonly check: (code: string, address: string | undefined) => CodeCheck
  readonly run: (input: SetupInput) => Promise<void>
}

/** @throws TypeError for a code that could be guessed */
export function createSetupGate({ code, run, isNeeded }: Setup, now: () => number = Date.now): SetupGate {
  if (!/^[!-~]{32,200}$/.test(code)) throw new TypeError('setup.code must have 32 to 200 letters, digits or signs')
  const expected = digestOf(code)
  const wrong = new Map<string, readonly number[]>()
  let isDone = false
  return {
    async isOpen() {
      if (!isDone && isNeeded) isDone = !(await isNeeded())
      return !isDone
    },
    check(input, address = '') {
      const recent = (wrong.get(address) ?? []).filter((at) => at > now() - minute)
      if (recent.length >= mostWrong) return 'too many'
      if (timingSafeEqual(digestOf(input), expected)) return 'right'
      // Keeps the most recent wrong attempt last.
      wrong.delete(address)
      wrong.set(address, [...recent, now()])
      const [oldest] = wrong.keys()
      if (wrong.size > mostAddresses && oldest !== undefined) wrong.delete(oldest)
      return 'wrong'
    },
    async run(input) {
      await run(input)
      isDone = true
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
