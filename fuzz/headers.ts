// Headers: those of a caller, and every header that the API reads, with content that is never sent by accident.
import { requestLimits, type HeaderName } from '@trackerkit/rest'
import type { Dice } from './dice.js'
import type { Caller } from './setting.js'
import { grown } from './texts.js'

/** From another address each time, so that no limit of attempts ends the run. */
export function callerHeaders({ key }: Caller, dice: Dice): Record<string, string> {
  const address = { 'x-forwarded-for': `10.${dice.below(250)}.${dice.below(250)}.7` }
  return key === undefined ? address : { ...address, 'x-tracker-api-key': key }
}

/** Another length of a body would make the rest of it the next request, or would be waited for. */
const names = (Object.keys(requestLimits.headers) as HeaderName[]).filter((name) => name !== 'content-length')

/** For headers with their own grammar. */
const samples: Readonly<Partial<Record<HeaderName, readonly string[]>>> = {
  accept: ['text/html', '*/*;q=x', 'a/b', 'application/javascript'],
  'accept-encoding': ['gzip', 'br;q=1', 'deflate, *;q=0', ','],
  'accept-language': ['de, en;q=0.1', '*', 'xx-'],
  prefer: ['handling=strict', 'handling=', 'return=minimal; a="b'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'x'],
  'if-match': ['*', '"x"', 'W/"x"', '"', ',,,'],
  'if-none-match': ['*', '"x"', 'W/"x"', '"', ',,,'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  authorization: ['Basic Og==', 'Basic %', 'Bearer x', 'Digest', 'Basic'],
  cookie: ['a=b; a=c', '=', 'session', '__Host-session=%'],
  'content-type': ['text/plain', 'application/json; charset=x', 'multipart/form-data; boundary=', 'x'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  host: ['x:99999', '[::1', 'a b', '@'],
  origin: ['null', 'https://evil.example', 'x'],
  'sec-fetch-site': ['cross-site', 'none'],
  'x-forwarded-for': ['::1', '10.0.0.1, x', ',', 'unknown'],
  forwarded: ['for=1.2.3.4', 'for="[::1]";host=', ';;'],
  traceparent: [`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, `00-${'0'.repeat(32)}-0-00`],
  'idempotency-key': ['"x"', 'x', '""'],
  'last-event-id': ['0', '-1', 'x'],
}

/** Those of the caller, some of them with others instead. */
export function strangeHeaders(caller: Caller, dice: Dice): Record<string, string> {
  const headers = callerHeaders(caller, dice)
  const count = dice.oneIn(3) ? dice.oneOf([1, 1, 1, 1, 4]) : 0
  for (let n = 0; n < count; n++) {
    const name = dice.oneOf(names)
    headers[name] = dice.oneIn(2) ? dice.oneOf(samples[name] ?? ['', 'x']) : grown(lengthFor(name, dice), dice)
  }
  if (dice.oneIn(300)) for (let n = 0; n <= requestLimits.headerCount; n++) headers[`x-${n}`] = '1'
  return headers
}

/** Short, or around the limit. */
function lengthFor(name: HeaderName, dice: Dice): number {
  const { most } = requestLimits.headers[name]
  return dice.oneOf([2 + dice.below(62), most >> 1, most - 1, most, most + 1, 2 * most])
}
