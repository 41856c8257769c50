import { afterEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../terminal/command.js'
import { chosenProxy, type ProxyOptions } from './proxy.js'

afterEach(() => vi.unstubAllEnvs())

const usual = { authHeader: 'X-Forwarded-User', authFrom: '127.0.0.1, 10.0.0.0/8' }
const groups = { authGroupsHeader: 'X-Forwarded-Groups', authGroups: 'qa, developers' }
const withHeaders = (headers: Record<string, string>) => new Request('http://127.0.0.1/', { headers })

describe('the options of a proxy that logs people in', () => {
  it('are not needed where people log in by the pages', () => {
    expect(chosenProxy({})).toBeUndefined()
  })

  it('say from where which headers are believed, and which groups count', async () => {
    const proxy = chosenProxy({ ...usual, ...groups, authNameHeader: 'X-Forwarded-Name' })
    expect(proxy?.hostUsers).toEqual({ groups: ['qa', 'developers'] })
    const request = withHeaders({
      'X-Forwarded-User': 'carol@example.com',
      'X-Forwarded-Name': 'Carol',
      'X-Forwarded-Groups': 'qa,admin',
    })
    const host = { issuer: 'proxy', subject: 'carol@example.com', login: 'carol@example.com', full_name: 'Carol' }
    expect(await proxy?.identify(request, { peer: '10.2.3.4' })).toEqual({ host: { ...host, groups: ['qa', 'admin'] } })
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await proxy?.identify(request, { peer: '11.0.0.1' })).toBeUndefined()
    expect(log.mock.calls.join()).toContain('11.0.0.1')
    expect(log.mock.calls.join()).not.toContain('carol')
  })

  it('ask for the secret of the environment in a header of that name', async () => {
    vi.stubEnv('TRACKERKIT_AUTH_SECRET', 'the word')
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    for (const [options, header] of [
      [usual, 'X-Proxy-Secret'],
      [{ ...usual, authSecretHeader: 'X-Word' }, 'X-Word'],
    ] as const) {
      const proxy = chosenProxy(options)
      const told = (word: string) =>
        proxy?.identify(withHeaders({ 'X-Forwarded-User': 'carol@example.com', [header]: word }), { peer: '127.0.0.1' })
      expect(await told('the word')).toMatchObject({ host: { login: 'carol@example.com' } })
      expect(await told('another')).toBeUndefined()
    }
  })

  it('are refused where something is missing or cannot be meant: the server would believe too little or too much', () => {
    const wrong: [ProxyOptions, string][] = [
      [{ authFrom: '127.0.0.1' }, '--auth-from requires --auth-header'],
      [{ authGroupsHeader: 'X-Groups' }, '--auth-groups-header requires --auth-header'],
      [{ authHeader: 'X-User' }, 'requires --auth-from'],
      [{ ...usual, authFrom: ' , ' }, 'from must name'],
      [{ ...usual, authFrom: '0.0.0.0/0' }, 'must not name all'],
      [{ ...usual, authFrom: 'localhost' }, "'localhost'"],
      [{ ...usual, authHeader: 'a b' }, 'not a valid header name'],
      [{ ...usual, authGroups: 'qa' }, 'must be used together'],
      [{ ...usual, authGroupsHeader: 'X-Groups' }, 'must be used together'],
      [{ ...usual, authSecretHeader: 'X-Word' }, 'TRACKERKIT_AUTH_SECRET'],
    ]
    for (const [options, message] of wrong) {
      expect(() => chosenProxy(options)).toThrow(UsageError)
      expect(() => chosenProxy(options)).toThrow(message)
    }
    vi.stubEnv('TRACKERKIT_AUTH_SECRET', 'the word')
    expect(() => chosenProxy({})).toThrow('TRACKERKIT_AUTH_SECRET requires --auth-header')
  })
})
