import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'
import { userId } from '../../../test/people.js'

onEveryStore('users.whoami', (open) => {
  it("tells the caller's own user [USR-53]", async () => {
    const world = await open()
    expect(await world.as('alice').users.whoami()).toEqual({
      id: await userId(world, 'alice'),
      name: 'alice@example.com',
      real_name: 'Alice Example',
    })
  })

  it('asks the logged-out to log in', async () => {
    const world = await open()
    const outcome = { code: 'login_required', number: 410 }
    await expect(world.as(null).users.whoami()).rejects.toMatchObject(outcome)
    await expect(world.tracker.asSystem().users.whoami()).rejects.toMatchObject(outcome)
  })
})
