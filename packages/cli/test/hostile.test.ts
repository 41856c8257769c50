// Output of commands for sources and trackers that contain terminal escapes.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTracker } from '../src/store/store.js'
import { eachInAFolder, folder, runHere } from './command.js'
import { addWidgets } from './widgets.js'

eachInAFolder()

const hostile = '\u001b[2J\u009b31m\u202egnp.exe'
/** Some sources are read without the other characters. */
const shown = '\\u{202e}gnp.exe'
const forbidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Returns the output of a command. */
async function printedBy(...args: readonly string[]): Promise<string> {
  const { out, err } = await runHere(args)
  expect(out + err).not.toMatch(forbidden)
  return out + err
}

async function trackerWithProduct(): Promise<void> {
  const tracker = await openTracker(join(folder, 't.db'))
  await addWidgets(tracker)
  await tracker.close()
}

/** Its version steers the terminal. */
async function hostileSource() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ version: hostile }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('the command', () => {
  it('repeats an argument without what steers a terminal', async () => {
    expect(await printedBy(hostile)).toContain(shown)
    expect(await printedBy('doctor', '--db', `${hostile}.db`)).toContain(shown)
    expect(await printedBy('serve', `--${hostile}`)).toContain(shown)
  })

  it('lists names from a tracker without it, and as they are with --json', async () => {
    await trackerWithProduct()
    const made = await runHere(['user', 'create', 'eve@example.com', '--name', `Eve \u202eevE`, '--db', 't.db'])
    expect(made).toMatchObject({ code: 0 })
    const list = ['user', 'list', 'eve@example.com', '--db', 't.db']
    expect((await runHere(list)).out).toContain('Eve \\u{202e}evE')
    expect((await runHere([...list, '--json'])).out).toContain('"Eve \u202eevE"')
    expect((await runHere(['export', '--to', '-', '--db', 't.db'])).out).toContain('Eve \u202eevE')
  })

  it('reports problems of a table without it', async () => {
    await trackerWithProduct()
    const table = ['import', 'csv', '--from', 'bugs.csv', '--product', 'Widgets', '--db', 't.db']
    writeFileSync(join(folder, 'bugs.csv'), `${hostile}\nOne\n`)
    expect(await printedBy(...table)).toContain(shown)
    writeFileSync(join(folder, 'bugs.csv'), `summary,priority\nOne,${hostile}\n`)
    expect(await printedBy(...table)).toContain(shown)
  })

  it('reports what a tracker answers without it', async () => {
    await using source = await hostileSource()
    expect(await printedBy('import', 'bugzilla', '--from', source.url, '--db', 'new.db')).toContain(shown)
  })
})
