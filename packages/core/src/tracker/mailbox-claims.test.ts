import { expect, it } from 'vitest'
import { onEveryStore } from '../../test/harness.js'
import { hostOf } from './host.js'

const mailbox = 'imaps://bugs@mail.example:993/INBOX'

onEveryStore('the claim of a mailbox', (open) => {
  it('belongs to one reader until it is released, or not renewed for 30 seconds', async () => {
    const world = await open()
    const host = hostOf(world.tracker)
    expect(await host.claimMailbox(mailbox, 'one')).toBe(true)
    expect(await host.claimMailbox(mailbox, 'two')).toBe(false)
    expect(await host.claimMailbox('imaps://other@mail.example:993/INBOX', 'two')).toBe(true)
    world.clock.advance(20)
    expect(await host.claimMailbox(mailbox, 'one')).toBe(true)
    world.clock.advance(20)
    expect(await host.claimMailbox(mailbox, 'two')).toBe(false)
    await host.releaseMailbox(mailbox, 'two')
    expect(await host.claimMailbox(mailbox, 'two')).toBe(false)
    world.clock.advance(10)
    expect(await host.claimMailbox(mailbox, 'two')).toBe(true)
    expect(await host.claimMailbox(mailbox, 'one')).toBe(false)
    await host.releaseMailbox(mailbox, 'two')
    expect(await host.claimMailbox(mailbox, 'one')).toBe(true)
  })

  it('goes to one of several readers at once', async () => {
    const world = await open()
    const readers = Array.from({ length: 5 }, (_, index) => `reader ${index}`)
    const claimed = await Promise.all(readers.map((reader) => hostOf(world.tracker).claimMailbox(mailbox, reader)))
    expect(claimed.filter(Boolean)).toHaveLength(1)
  })

  it('of a clock that was ahead is over', async () => {
    const world = await open()
    const host = hostOf(world.tracker)
    world.clock.advance(86_400)
    await host.claimMailbox(mailbox, 'one')
    world.clock.advance(-86_400)
    expect(await host.claimMailbox(mailbox, 'two')).toBe(true)
  })
})
