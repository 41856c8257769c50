import { expect, it } from 'vitest'
import { parameterValues } from '../setup/parameters.js'
import { bugIdInUrl, urlOfBug } from './bug-url.js'

const at = (urlbase: string) => ({ parameters: parameterValues([{ name: 'urlbase', value: urlbase }]) })

it.each([
  ['', 'show_bug.cgi?id=12'],
  ['https://bugs.example/', 'https://bugs.example/show_bug.cgi?id=12'],
  ['https://bugs.example/tracker', 'https://bugs.example/tracker/show_bug.cgi?id=12'],
])('knows the bugs of an installation at %j by their addresses', (urlbase, url) => {
  expect(urlOfBug(at(urlbase), 12)).toBe(url)
  expect(bugIdInUrl(at(urlbase), url)).toBe(12)
})

it('knows the bugs of no other installation', () => {
  const here = at('https://bugs.example/')
  for (const url of [
    'https://other.example/show_bug.cgi?id=12',
    'show_bug.cgi?id=12',
    'https://bugs.example/?id=12',
    '',
  ]) {
    expect(bugIdInUrl(here, url)).toBeUndefined()
  }
})
