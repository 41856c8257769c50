// A tracker that goes through its records is the same tracker.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { exportRecords, importRecords } from '@trackerkit/core/moving'
import { expect, it } from 'vitest'
import { createAsker } from '../src/bugzilla/ask.js'
import { verify } from '../src/verify/verify.js'
import { serveSource } from './source/serve.js'
import { administrator } from './source/setting.js'
import { openSource, type Source } from './source/source.js'

async function* linesOf({ tracker }: Source): AsyncGenerator<string> {
  yield JSON.stringify({ trackerkit_records: 1 })
  for await (const record of exportRecords(tracker.asSystem())) yield JSON.stringify(record)
}

it('a tracker with every kind of data goes through its records into an empty one without a difference', async () => {
  const source = await openSource({ bugs: 60, seed: 11 })
  const store = memoryStore()
  const tracker = await createTracker({
    store,
    administrator: { login: administrator.login, password: administrator.password },
  })
  const { counts, problems } = await importRecords(linesOf(source), store, { source: 'records' })
  expect(problems).toEqual([])
  expect(counts).toMatchObject({ bug: { created: 61 } })
  await tracker.asSystem(administrator.login).apiKeys.create({ key: administrator.key })
  const { parameters } = await source.tracker.asSystem().parameters.get()
  for (const name of ['insidergroup', 'timetrackinggroup', 'urlbase'])
    await tracker.asSystem(administrator.login).parameters.update({ parameters: { [name]: parameters[name] ?? '' } })
  const served = [await serveSource(source), await serveSource({ tracker })]
  const [there, here] = served.map(({ url }) => createAsker({ url, apiKey: administrator.key, rate: 1e9 }))
  if (!there || !here) throw new Error('two are served')
  const { compared, differences } = await verify({ source: there, target: here, sample: 1000 })
  expect(differences).toEqual([])
  expect(compared).toBe(61)
  for (const one of [...served, source, tracker]) await one.close()
})
