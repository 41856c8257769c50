import { expect, it } from 'vitest'
import { parameterValues } from '../setup/parameters.js'
import { bugIdInUrl, urlOfBug } from './bug-url.js'

const at = (urlbase: string) => ({ parameters: parameterValues([{ name: 'urlbase', value: urlbase }]) })

it.each([
  ['', 'show_bug.cgi?id=12'],
  ['https://bugs.example/', 'https://bugs.example/show_bug.cgi?id=12'],
  ['https://bugs.example/tracker', 'https://bugs.example/tracker/show_bug.cgi?id=12'],
])('a bug URL of the installation at %j is recognised and made', (urlbase, url) => {
  expect(urlOfBug(at(urlbase), 12)).toBe(url)
  expect(bugIdInUrl(at(urlbase), url)).toBe(12)
})

it('a bug URL of another installation is not recognised', () => {
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
