// The address as a whole, how many names there are, depth, and bodies of several kinds and in pieces.
import { requestLimits } from '@trackerkit/rest'
import { coded, maxTarget, maxText, type Known, type Place } from './place.js'

export function wholePlaces(known: Known): Place[] {
  const { api_key, cookie } = known
  const headers = { 'X-Tracker-API-Key': api_key, Cookie: cookie }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const asIs = (text: string) => text.replaceAll(/[^!-~]|["<>\\^`{|}#]/gu, coded)
  const targets = ['/', '/a', '/rest/', '/rest/bug/', '/-/', '/bug/', '/rest?', '/rest/bug?limit=1&', '/bugs?limit=1&']
  const names = (text: string) => Array.from(text).map((letter, n) => [`${letter}${n}`, 'x'] as [string, string])
  return [
    ...targets.map((target): Place => ({
      name: `target ${target}`,
      limit: target.includes('?') ? requestLimits.target : requestLimits.path,
      most: maxTarget,
      request: (text) => ({ method: 'GET', path: target + asIs(text), headers }),
    })),
    {
      ...{ name: 'names in a query', limit: requestLimits.parameterNames, most: 6000 },
      request: (text) => ({
        method: 'GET',
        path: `/rest/bug?limit=1&${new URLSearchParams(names(text)).toString()}`,
        headers,
      }),
    },
    {
      ...{ name: 'names in a body', limit: requestLimits.parameterNames, most: 30_000 },
      request: (text) => ({
        method: 'POST',
        path: '/rest/bug/search',
        headers: json,
        body: JSON.stringify({ ...Object.fromEntries(names(text)), limit: 1 }),
      }),
    },
    ...['', '[', '{"a":', '{"a":"', '{"limit":'].map((before): Place => ({
      ...{ name: `body as a whole after ${before}`, limit: maxText, most: 4 * maxText },
      request: (text) => ({ method: 'POST', path: '/rest/bug/search', headers: json, body: before + text }),
    })),
    ...chunkPlaces(json),
    ...multipartPlaces(known),
  ]
}

/** Bodies in pieces of a few bytes. With fewer than four bytes on average, the server closes the connection. */
function chunkPlaces(headers: Readonly<Record<string, string>>): Place[] {
  const paths = ['/rest/bug/search', '/-/login']
  return paths.flatMap((path) =>
    [5, 64].map((chunk): Place => ({
      ...{ name: `pieces of ${chunk} for ${path}`, limit: 10_000, most: maxText / 2, isNumber: true },
      request: (text) => ({
        ...{ method: 'POST', path, chunk, headers: { ...headers, 'X-TrackerKit-Web': '1' } },
        body: JSON.stringify({ limit: 1, login: text }),
      }),
    })),
  )
}

/** Bodies of kinds that programs do not send, as parts of forms are, and the boundary between these. */
function multipartPlaces({ api_key, origin }: Known): Place[] {
  const own = { 'X-Tracker-API-Key': api_key, Origin: origin, 'X-TrackerKit-Web': '1' }
  const part = '--b\r\nContent-Disposition: form-data; name="'
  const bodies: Readonly<Record<string, readonly [type: string, body: (text: string) => string]>> = {
    'name of a part': ['multipart/form-data; boundary=b', (text) => `${part}${text}"\r\n\r\nx\r\n--b--\r\n`],
    part: ['multipart/form-data; boundary=b', (text) => `${part}login"\r\n\r\n${text}\r\n--b--\r\n`],
    parts: ['multipart/form-data; boundary=b', (text) => `${part}a"\r\n\r\nx\r\n`.repeat(text.length / 8)],
    form: ['application/x-www-form-urlencoded', (text) => `login=${text}`],
    'names of a form': [
      'application/x-www-form-urlencoded',
      (text) => text.replaceAll(/./gsu, (letter) => `${letter}=&`),
    ],
    text: ['text/plain', (text) => text],
  }
  return ['/-/login', '/rest/bug/search', '/-/rest/bug/search'].flatMap((path) =>
    Object.entries(bodies).map(([name, [type, body]]): Place => ({
      ...{ name: `${name} for ${path}`, limit: 10_000, most: maxText },
      request: (text) => ({ method: 'POST', path, headers: { ...own, 'Content-Type': type }, body: body(text) }),
    })),
  )
}
