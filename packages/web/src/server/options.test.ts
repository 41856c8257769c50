import { describe, expect, it } from 'vitest'
import { siteOf } from './options.js'

const rest = () => Promise.resolve(new Response())
const identify = () => null
const refusal = (options: object) => {
  try {
    siteOf({ rest, ...options })
    return 'accepted'
  } catch (error) {
    return (error as TypeError).message
  }
}

describe('The options of createWebHandler', () => {
  it('may have no misspelled names, which would have no effect', () => {
    expect(refusal({ rst: 1 })).toBe(
      'rst is not an option of createWebHandler. Accepted: commitUrl, demo, identify, links, loginUrl, logoutUrl, origin, ' +
        'prefix, rest, restPath, setup, theme, title',
    )
    expect(refusal({ theme: { acent: 'red' } })).toBe(
      'theme.acent is not an option of createWebHandler. Accepted: accent, background, font, logo, radius, stylesheet, text',
    )
  })

  it('are refused when of the wrong type', () => {
    for (const [options, message] of [
      [{ theme: 5 }, 'theme must be an object, not number'],
      [{ identify: {} }, 'identify must be a function, not object'],
      [{ identify: null }, 'identify must be a function, not null'],
      [{ identify, loginUrl: '/login' }, 'loginUrl must be a function, not string'],
      [{ identify, logoutUrl: identify }, 'logoutUrl must be a string, not function'],
      [{ title: 5 }, 'title must be a string, not number'],
      [{ prefix: 5 }, 'prefix must be a string, not number'],
      [{ links: {} }, 'links must be a list, not object'],
    ] as const)
      expect(refusal(options)).toBe(message)
  })

  it('have a login page of the host only where the host identifies users', () => {
    const loginUrl = () => '/login'
    expect(refusal({ loginUrl })).toBe('loginUrl cannot be used without identify')
    expect(refusal({ loginUrl, identify })).toBe('accepted')
    expect(refusal({ loginUrl: undefined, identify: undefined })).toBe('accepted')
  })
})
