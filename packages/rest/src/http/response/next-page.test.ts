import { describe, expect, it } from 'vitest'
import { nextPage } from './next-page.js'

describe('nextPage', () => {
  const cut = { limit: '10', offset: 20 }

  it('links to the next page without credentials', () => {
    const Link = '</rest/bug?status=NEW&limit=10&offset=30>; rel="next"'
    expect(nextPage('/rest/bug?status=NEW&api_key=secret', cut)).toEqual({ Link })
  })

  it('keeps a query that contains question marks', () => {
    const Link = '</rest/bug?summary=why%3F&status=NEW&limit=10&offset=30>; rel="next"'
    expect(nextPage('/rest/bug?summary=why?&status=NEW', cut)).toEqual({ Link })
  })

  it('leaves out a link that is longer than the headers that clients accept', () => {
    expect(nextPage(`/rest/bug?v1=${'0'.repeat(5_000)}`, cut)).toHaveProperty('Link')
    expect(nextPage(`/rest/bug?v1=${'0'.repeat(7_000)}`, cut)).toEqual({})
  })
})
