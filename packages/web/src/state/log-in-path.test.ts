import { describe, expect, it } from 'vitest'
import { hereOf } from './log-in-path.js'

describe('hereOf', () => {
  it('has the query and the fragment of an address', () => {
    const here = (text: string) => {
      const { pathname: path, searchParams: query, hash } = new URL(text, 'http://host')
      return hereOf({ path, query, hash })
    }
    for (const address of ['/', '/bug/1?comments=all#c2', '/bugs?status=__open__', '/me#top'])
      expect(here(address)).toBe(address)
  })
})
