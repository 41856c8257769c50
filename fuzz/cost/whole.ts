// The address as a whole, how many names there are, depth, and bodies of several kinds and in pieces.
import { requestLimits } from '@trackerkit/rest'
import { coded, maxTarget, maxText, type Known, type Place } from './place.js'

export function wholePlaces({ api_key, cookie }: Known): Place[] {
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
  ]
}
