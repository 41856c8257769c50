// Several processes that serve one tracker.
import { freshDatabase } from '@trackerkit/test-postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInAFolder, start } from './command.js'
import { done, examine, given, manyAtOnce, newBug, seedBugs, send, write, type Acknowledged } from './writes.js'

eachInAFolder()

let db: string
beforeEach(async () => void ({ url: db } = await freshDatabase()))

type Server = ReturnType<typeof start>
const serve = (): Server => start(['serve', '--db', db, '--port', '0'], { env: given })

describe('processes on one database', () => {
  it('set up an empty one at the same time, and one of them prints the administrator', async () => {
    const servers = [serve(), serve(), serve()]
    const urls = await Promise.all(servers.map((server) => server.url()))
    expect(servers.filter((server) => server.out().includes('New tracker'))).toHaveLength(1)
    for (const url of urls) expect(await done(url, 'GET', '/whoami')).toMatchObject({ name: 'admin@example.com' })
  })

  it('lose nothing of 300 writes, 40 at once, to the same bugs', { timeout: 120_000 }, async () => {
    const urls = await Promise.all([serve().url(), serve().url()])
    const ids = await seedBugs(urls[0])
    const told: Acknowledged = { created: [], comments: new Map() }
    const statuses = new Map<number, number>()
    await manyAtOnce(40, 300, async (i) => {
      const status = await write(urls[i % 2] as string, i, ids, told)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    expect(statuses).toEqual(new Map([[200, 300]]))
    await examine(urls[0], ids, told, 0)
  })

  it('see configuration changes of other processes from the next request on', async () => {
    const [one, two] = await Promise.all([serve().url(), serve().url()])
    await seedBugs(one)
    for (let n = 0; n < 10; n++) {
      const [here, there] = n % 2 ? [one, two] : [two, one]
      await done(here, 'POST', '/version', { product: 'Widgets', name: `v${n}` })
      await done(there, 'POST', '/bug', { ...newBug(`in v${n}`), version: `v${n}` })
    }
    await done(one, 'PUT', '/product/Widgets', { is_open: false })
    expect((await send(two, 'POST', '/bug', newBug('too late'))).body).toMatchObject({
      error: true,
      code: 32000,
      field: 'product',
    })
  })

  it(
    'lose no acknowledged write when one of them is killed, and the others keep working',
    { timeout: 120_000 },
    async () => {
      const [survivor, victim] = [serve(), serve()]
      const urls = await Promise.all([survivor.url(), victim.url()])
      const ids = await seedBugs(urls[0])
      const told: Acknowledged = { created: [], comments: new Map() }
      const atOnce = 20
      let [answered, failed] = [0, 0]
      let killed: Promise<unknown> | undefined
      await manyAtOnce(atOnce, 300, async (i) => {
        const toVictim = i % 2 === 1
        if (toVictim && answered > 100) {
          killed ??= victim.stop('SIGKILL')
          await killed
          return
        }
        const status = await write(urls[i % 2] as string, i, ids, told).catch(() => 0)
        if (status === 200) answered++
        else if (toVictim) failed++
        else throw new Error(`the survivor answered ${status}`)
      })
      expect(killed).toBeDefined()
      await examine(urls[0], ids, told, failed)
    },
  )
})
