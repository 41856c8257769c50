import { memoryStore } from '@trackerkit/adapter-memory'
import { describe, expect, it } from 'vitest'
import type { TrackerOptions } from '../tracker/options.js'
import { createTracker } from '../tracker/tracker.js'
import type { HostUser } from './host-user.js'

const person = { subject: '1', login: 'carol@example.com' }

describe('{ host }', () => {
  it('is refused, by the path of what is wrong, before anything is asked', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    const wrong: readonly (readonly [unknown, string])[] = [
      [null, 'who.host'],
      [[], 'who.host'],
      [{ login: 'carol@example.com' }, 'who.host.subject'],
      [{ ...person, subject: 17 }, 'who.host.subject'],
      [{ ...person, subject: ' ' }, 'who.host.subject'],
      [{ ...person, subject: 'a\0b' }, 'who.host.subject'],
      [{ ...person, subject: 'x'.repeat(256) }, 'who.host.subject'],
      [{ ...person, issuer: '' }, 'who.host.issuer'],
      [{ ...person, login: 'x'.repeat(128) }, 'who.host.login'],
      [{ ...person, full_name: null }, 'who.host.full_name'],
      [{ ...person, full_name: 'x'.repeat(256) }, 'who.host.full_name'],
      [{ ...person, disabled: true }, 'who.host.disabled'],
      [{ ...person, groups: 'admin' }, 'who.host.groups'],
      [{ ...person, groups: [1] }, 'who.host.groups'],
      [{ ...person, groups: Array.from({ length: 10_001 }, () => 'x') }, 'who.host.groups'],
    ]
    for (const [host, field] of wrong) {
      const data = expect.objectContaining({ field }) as unknown
      const error = expect.objectContaining({ code: 'invalid_options', number: 1453, data }) as unknown
      expect(() => tracker.as({ host: host as HostUser })).toThrow(error)
    }
    expect(() => tracker.as({ host: person, login: 'bob@example.com' })).toThrow('who')
    await tracker.close()
  })
})

describe('The option hostUsers', () => {
  it('is refused, by the path of what is wrong', async () => {
    const open = (hostUsers: unknown) => createTracker({ store: memoryStore(), hostUsers } as TrackerOptions)
    for (const [hostUsers, field] of [
      ['admin', 'hostUsers'],
      [{ groups: 'admin' }, 'hostUsers.groups'],
      [{ groups: [undefined] }, 'hostUsers.groups'],
      [{ adopt: 'no' }, 'hostUsers.adopt'],
    ] as const)
      await expect(open(hostUsers)).rejects.toMatchObject({ code: 'invalid_options', data: { field } })
  })
})
