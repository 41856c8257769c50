import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'
import { addWidgets } from '../../test/widgets.js'
import { openTracker } from '../store/store.js'

eachInAFolder()

let db: string
/** The output of the last command. */
let said: string
beforeEach(() => {
  db = join(folder, 'tracker.db')
})

async function command(...args: string[]): Promise<number | null> {
  const { code, out, err } = await runHere([...args, '--db', db])
  said = out + err
  return code
}

describe('trackerkit import csv', () => {
  it('files bugs from the rows of a table, and reports the rejected rows', async () => {
    const table = join(folder, 'bugs.csv')
    writeFileSync(table, 'Titel,priority\nOne,High\nTwo,nonsense\n')
    const tracker = await openTracker(db)
    await addWidgets(tracker)
    await tracker.close()
    const bring = (...args: string[]) => command('import', 'csv', '--from', table, '--product', 'Widgets', ...args)
    expect(await bring()).toBe(1)
    expect(said).toContain("nothing is known of the column 'Titel'")
    expect(await bring('--map', 'Titel=summary')).toBe(1)
    expect(said).toContain('bugs: 1 created, 1 refused\nrow 2: the field priority has no value nonsense')
    expect(said).toMatch(/^trackerkit: 1 row rejected$/m)
    writeFileSync(table, 'Titel,priority\nOne,High\nTwo,Low\n')
    expect(await bring('--map', 'Titel=summary')).toBe(0)
    expect(said).toContain('bugs: 1 created, 1 same')
    writeFileSync(table, 'Titel,priority\nOne,High\nTwo,Low\nThree,Low\n')
    const rules = join(folder, 'rules.mjs')
    const check =
      "check: ({ after }) => after.summary === 'Three' && { message: 'No threes.', field: 'summary' } || undefined"
    const definition = `{ name: 'small', on: ['bug.create'], needs: ['summary'], ${check} }`
    writeFileSync(rules, `export default [${definition}]`, { mode: 0o600 })
    expect(await bring('--map', 'Titel=summary', '--rules', rules)).toBe(1)
    expect(said).toContain('1 refused\nrow 3: rule small: No threes. (field summary)')
    expect(await bring('--map', 'Titel')).toBe(2)
    expect(await command('import', 'csv', '--from', table)).toBe(2)
  })

  it.skipIf(process.platform === 'win32')('reports a file that cannot be opened in one line', async () => {
    const tracker = await openTracker(db)
    await addWidgets(tracker)
    await tracker.close()
    const socket = join(folder, 'socket')
    const server = createServer().listen(socket)
    await once(server, 'listening')
    expect(await command('import', 'csv', '--from', socket, '--product', 'Widgets')).toBe(1)
    expect(said).toMatch(/^trackerkit: ENXIO: .*\n$/)
    server.close()
  })
})
