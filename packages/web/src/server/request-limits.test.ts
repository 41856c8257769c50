import { requestLimits, type HeaderName } from '@trackerkit/rest'
import { describe, expect, it } from 'vitest'
import { excessOf, headerOf, pageLimits, type PageHeader } from './request-limits.js'

const { headers, ...others } = pageLimits
const requestWith = (sent: Record<string, string>, address = 'http://h/') => new Request(address, { headers: sent })

describe('pageLimits', () => {
  it('are those of the API', () => {
    expect(requestLimits).toMatchObject(others)
    const { 'x-trackerkit-user': _user, 'x-trackerkit-web': _page, ...shared } = headers
    const ofApi = Object.keys(shared).map((name) => [name, requestLimits.headers[name as HeaderName].most])
    expect(shared).toEqual(Object.fromEntries(ofApi))
  })

  it.each(Object.keys(headers) as PageHeader[])('let %s be read up to its limit', (name) => {
    const fits = 'x'.repeat(headers[name])
    expect(headerOf(requestWith({ [name]: fits }), name)).toBe(fits)
    const beyond = name === 'origin' || name === 'sec-fetch-site' ? 'null' : null
    expect(headerOf(requestWith({ [name]: `${fits}x` }), name)).toBe(beyond)
  })

  it('bound the address and the number of headers', () => {
    const excess = (path: string, sent: Record<string, string> = {}) => {
      const request = requestWith(sent, `http://h${path}`)
      return excessOf(request, new URL(request.url))?.status
    }
    expect([excess(`/${'x'.repeat(8191)}`), excess(`/${'x'.repeat(8192)}`)]).toEqual([undefined, 414])
    expect([excess(`/?${'x'.repeat(32_766)}`), excess(`/?${'x'.repeat(32_767)}`)]).toEqual([undefined, 414])
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y']))
    expect([excess('/', many(200)), excess('/', many(201))]).toEqual([undefined, 431])
    expect([excess('/', { host: 'h'.repeat(260) }), excess('/', { host: 'h'.repeat(261) })]).toEqual([undefined, 400])
  })
})
