// Messages that no person has written: nothing comes of them, or two programs would write to each other without end. Pure.
import type { Catalogue } from '../../setup/catalogue.js'
import { incomingPart } from './address.js'
import { valuesOf, type ReceivedMail } from './received.js'

const present = ['list-id', 'x-autoreply', 'x-autorespond', 'x-failed-recipients', 'x-tracker-url']
const machines = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)([+@\s-]|$)/
const bulk = /^(bulk|junk|list|auto[_-]reply)$/i

/** Returns true if the headers say that a program has sent the message. */
export function isAutomatic(
  mail: Pick<ReceivedMail, 'headers'>,
  sender: string | undefined,
  catalogue: Pick<Catalogue, 'parameters'>,
): boolean {
  const all = (name: string) => valuesOf(mail, name)
  const submitted = all('auto-submitted').map((value) => value.split(/[;\s(]/, 1)[0]?.toLowerCase())
  if (submitted.some((value) => value !== 'no')) return true
  if (all('precedence').some((value) => bulk.test(value))) return true
  if (present.some((name) => all(name).length > 0)) return true
  if (all('return-path').some(isOfMachine)) return true
  if (all('content-type').some((value) => /^multipart\/report\b/i.test(value))) return true
  // Some mail servers name no domain in what they send themselves.
  const from = sender ?? all('from').join(' ').toLowerCase()
  return machines.test(sender ?? addressIn(from)) || (sender !== undefined && isOurs(sender, catalogue))
}

/** Returns true for the envelope of a message that must not be answered. */
function isOfMachine(returnPath: string): boolean {
  return /^<\s*>$/.test(returnPath) || machines.test(addressIn(returnPath.toLowerCase()))
}

/** Postfix names no domain in the null return path that its pipes get: `<MAILER-DAEMON>`. */
function addressIn(from: string): string {
  const [address = ''] = from.slice(from.lastIndexOf('<') + 1).split('>', 1)
  return address.trim()
}

function isOurs(sender: string, { parameters }: Pick<Catalogue, 'parameters'>): boolean {
  const own = parameters.mailfrom
    .toLowerCase()
    .split(/[\s<>]/)
    .find((word) => word.includes('@'))
  return sender === own || incomingPart({ parameters }, sender) !== undefined
}
