import { describe, expect, it } from 'vitest'
import { eachInAFolder, run, start } from '../command.js'
import { given } from '../writes.js'

eachInAFolder()

const args = ['mail', 'receive', '--db', 't.db']
const input = 'From: ann@example.com\r\nTo: bugs@tracker.example\r\nSubject: Hello\r\n\r\nHere too.'

describe('trackerkit mail receive', () => {
  it('has the mail server try again if there is no tracker or an option is wrong, and not for refused messages', async () => {
    const again = { code: 75, out: '' }
    expect(await run(args, { input })).toMatchObject(again)
    const server = start(['serve', '--db', 't.db', '--port', '0'], { env: given })
    await server.url()
    expect(await run([...args, '--recipients', 'x'], { input })).toMatchObject(again)
    expect(await run(args, { input })).toMatchObject({
      ...{ code: 0, out: '{"outcome":"refused","reason":"not_ours","bugs":[]}\n' },
    })
    await server.stop()
  }, 60_000)
})
