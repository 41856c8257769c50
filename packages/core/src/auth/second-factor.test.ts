import { expect, it } from 'vitest'
import { onAnyStore } from '../../test/harness.js'
import { rowsOf, userId } from '../../test/people.js'
import { withAuthenticator } from '../../test/second-factor.js'
import { retrying } from '../call/retry.js'
import { defaultEnvironment } from '../kernel/environment.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import { takeOneTimePassword } from './second-factor.js'

onAnyStore('a one-time password that several processes take at once', (open) => {
  it('is good for one of them', async () => {
    const world = await open()
    const { shown, recovery_codes } = await withAuthenticator(world, 'alice')
    const id = await userId(world, 'alice')
    const store = world.store as unknown as Store<TrackerSchema>
    // Attempts of one process wait for each other before they come here.
    const take = (otp: string) =>
      retrying(defaultEnvironment, () =>
        writeToKnownSchema(store, (tx) => takeOneTimePassword(tx, id, otp, world.clock.now())),
      )
    const several = async (otp: string) =>
      (await Promise.all([take(otp), take(otp), take(otp), take(otp)])).map(String).toSorted()
    expect(await several(recovery_codes[0] as string)).toEqual(['recovery code', 'wrong', 'wrong', 'wrong'])
    expect(await several(shown())).toEqual(['authenticator', 'used', 'used', 'used'])
    expect(await several(shown(-1))).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
    const [factor] = await rowsOf(world, 'second_factors')
    expect(factor).toMatchObject({ failures: 4 })
  })
})
