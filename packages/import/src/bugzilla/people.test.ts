import { describe, expect, it } from 'vitest'
import type { Asker } from './ask.js'
import { createPeople } from './people.js'

describe('createPeople', () => {
  it('disables an account that cannot log in, even if the source has no text about the reason', async () => {
    const users = [{ id: 1, name: 'zoe@example.com', can_login: false, login_denied_text: '' }]
    const get: Asker['get'] = (_path, { ids = [] } = {}) =>
      Promise.resolve({ users: users.filter(({ id }) => [ids].flat().includes(id)) })
    const asker = { url: 'https://bugs.example.org/', get, sendKeyIn: () => undefined, requests: () => 0 }
    const found: object[] = []
    for await (const records of createPeople(asker, { account: undefined }, () => undefined).list())
      found.push(...records)
    const login_denied_text = expect.stringMatching(/^Disabled/) as string
    expect(found).toMatchObject([{ name: 'zoe@example.com', login_denied_text }])
  })
})
