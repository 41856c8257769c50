// Addresses at which email comes in: a token for a reply or a bounce, or the name of an intake, in the place of the `*`.
import { createHmac } from 'node:crypto'
import type { User } from '../../call/context.js'
import { mailKey, type MailKeys } from '../../call/mail-key.js'
import { isSameSecret } from '../../kernel/same-secret.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { dayOf } from '../../kernel/times.js'

const kinds = { reply: 1, private_reply: 2, bounce: 3 } as const
export type ReplyKind = keyof typeof kinds

export interface ReplyTarget {
  readonly kind: ReplyKind
  /** 0: about no bug. */
  readonly bugId: number
}

/** The claims of a token, which `isGenuine` proves. */
export interface ReplyClaims extends ReplyTarget {
  readonly userId: number
  readonly day: number
  readonly signature: string
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const signatureBytes = 10
const daysValid = 180
const firstDay = dayOf(new Date('2020-01-01'))

/** Mail servers may fold local parts, so that a token has only lower-case letters and digits. */
export function replyToken(
  keys: MailKeys,
  user: Pick<User, 'id' | 'reply_epoch'>,
  target: ReplyTarget,
  now: Date,
): string {
  const day = dayOf(now) - firstDay
  const bytes = [kinds[target.kind], ...varint(target.bugId), ...varint(user.id), day >> 8, day & 255]
  return toText([...bytes, ...signatureOf(keys, user, Buffer.from(bytes))])
}

/** Reads a token; undefined for other text. */
export function readToken(text: string): ReplyClaims | undefined {
  const bytes = toBytes(text)
  if (!bytes || bytes.length <= signatureBytes) return undefined
  const [number = 0, ...rest] = bytes.slice(0, -signatureBytes)
  const kind = (Object.keys(kinds) as ReplyKind[]).find((one) => kinds[one] === number)
  const bug = readVarint(rest)
  const user = bug && readVarint(bug.rest)
  const [high = 0, low = 0, ...more] = user?.rest ?? []
  if (!kind || !user || user.rest.length !== 2 || more.length > 0) return undefined
  const signature = Buffer.from(bytes.slice(-signatureBytes)).toString('hex')
  return { kind, bugId: bug.value, userId: user.value, day: high * 256 + low, signature }
}

/** Returns true if the token was mailed to this user, by this tracker, and is still valid. */
export function isGenuine(
  keys: MailKeys,
  user: Pick<User, 'id' | 'reply_epoch'>,
  claims: ReplyClaims,
  now: Date,
): boolean {
  const age = dayOf(now) - firstDay - claims.day
  if (keys.secret === '' || user.id !== claims.userId || age < 0 || age > daysValid) return false
  const { kind, bugId, day } = claims
  const bytes = [kinds[kind], ...varint(bugId), ...varint(user.id), day >> 8, day & 255]
  return isSameSecret(signatureOf(keys, user, Buffer.from(bytes)).toString('hex'), claims.signature)
}

/** The address for notices that an email could not be delivered. Undefined where no email comes in. */
export function bounceAddress(
  catalogue: Pick<Catalogue, 'parameters'> & MailKeys,
  user: Pick<User, 'id' | 'reply_epoch'>,
  bugId: number | null,
  now: Date,
): string | undefined {
  if (incomingAddress(catalogue, '') === undefined) return undefined
  return incomingAddress(catalogue, replyToken(catalogue, user, { kind: 'bounce', bugId: bugId ?? 0 }, now))
}

/** The address of a part: a token, or the name of an intake. Undefined where no email comes in. */
export function incomingAddress({ parameters, secret }: Pick<Catalogue, 'parameters' | 'secret'>, part: string) {
  const { mail_in_address: pattern } = parameters
  return pattern === '' || secret === '' ? undefined : pattern.replace('*', part)
}

/** The part in the place of the `*`, in lower case; undefined for the address of others. */
export function incomingPart({ parameters }: Pick<Catalogue, 'parameters'>, address: string): string | undefined {
  const [before = '', after] = parameters.mail_in_address.toLowerCase().split('*')
  const given = address.toLowerCase()
  if (after === undefined || given.length <= before.length + after.length) return undefined
  if (!given.startsWith(before) || !given.endsWith(after)) return undefined
  const part = given.slice(before.length, given.length - after.length)
  return /^[a-z0-9-]{1,40}$/.test(part) ? part : undefined
}

function signatureOf(keys: MailKeys, user: Pick<User, 'reply_epoch'>, bytes: Buffer): Buffer {
  const hmac = createHmac('sha256', mailKey(keys, 'reply'))
    .update(bytes)
    .update(`.${user.reply_epoch ?? 0}`)
  return hmac.digest().subarray(0, signatureBytes)
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left > 127; left = Math.floor(left / 128)) bytes.push(128 + (left % 128))
  return [...bytes, left]
}

function readVarint(bytes: readonly number[]): { value: number; rest: readonly number[] } | undefined {
  const end = bytes.findIndex((byte) => byte < 128)
  if (end < 0 || end > 4) return undefined
  const value = bytes.slice(0, end + 1).reduceRight((sum, byte) => sum * 128 + (byte & 127), 0)
  // One spelling for each number.
  return end > 0 && bytes[end] === 0 ? undefined : { value, rest: bytes.slice(end + 1) }
}

function toText(bytes: readonly number[]): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31]
}

function toBytes(text: string): number[] | undefined {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return undefined
    held = ((held << 5) | value) & 0xffff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  // The bits that remain fill the last letter, and must be zero.
  return bits >= 5 || (held & ((1 << bits) - 1)) !== 0 ? undefined : bytes
}
