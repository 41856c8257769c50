// Email for a tracker on a disk without room, as the pipe of a mail server brings it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { message, verified } from '../../../mail-in/test/mailbox.js'
import { eachInAFolder, folder, run, start } from '../command.js'
import { done, given } from '../writes.js'

eachInAFolder()

const size = 24 * 1024 * 1024
const letters = 700_000

async function seed(url: string): Promise<void> {
  const parameters = { mail_in_address: 'bugs+*@tracker.example', mail_in_trusted: 'mx.tracker.example' }
  await done(url, 'PUT', '/parameters', { parameters })
  await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await done(url, 'POST', '/component', component)
  await done(url, 'POST', '/intake', { name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
}

const report = () => {
  const headers = ['Content-Type: text/plain', 'Content-Disposition: attachment; filename="a.log"']
  const file = [...headers, 'Content-Transfer-Encoding: base64', '', btoa('hum '.repeat(letters / 4))].join('\r\n')
  const parts = ['Content-Type: text/plain\r\n\r\nLoudly.', file]
  const bytes = message({
    ...{ from: 'admin@example.com', to: 'bugs+widgets@tracker.example', subject: 'It hums' },
    headers: [verified('example.com'), 'Content-Type: multipart/mixed; boundary=b'],
    body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  })
  return new TextDecoder().decode(bytes)
}

/** Only root can mount, and not in every container. */
function mount(disk: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('a message is kept by the mail server while the disk is full, and becomes one bug later', async ({ skip }) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (!mount(disk)) return skip('a small disk can be mounted by root only')
  try {
    const args = ['--db', join(disk, 'tracker.db')]
    const server = start(['serve', ...args, '--port', '0'], { env: given })
    await seed(await server.url())
    await server.stop()
    const input = report()
    const receive = () => run(['mail', 'receive', ...args], { input })
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    // Room for the note that a message came, but not for its file; and room for nothing.
    for (const left of [600_000, 600_000, 600_000, 600_000, 0]) {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
      const { code, out, err } = await receive()
      expect([code, out, err.split('\n').length]).toEqual([75, '', 2])
      rmSync(filler)
    }
    expect(await receive()).toMatchObject({ code: 0, out: '{"outcome":"done","reason":"","bugs":[1]}\n' })
    expect(await receive()).toMatchObject({ code: 0, out: '{"outcome":"done","reason":"repeated","bugs":[1]}\n' })
    expect(await run(['doctor', ...args])).toMatchObject({ code: 0 })
    const again = start(['serve', ...args, '--port', '0'], { env: given })
    const url = await again.url()
    expect(await done(url, 'GET', '/bug?product=Widgets')).toMatchObject({ bugs: [{ id: 1, summary: 'It hums' }] })
    expect(await done(url, 'GET', '/bug/1/attachment?exclude_fields=data')).toMatchObject({
      bugs: { 1: [{ file_name: 'a.log', size: letters }] },
    })
    await again.stop()
  } finally {
    execFileSync('umount', ['--lazy', disk])
  }
}, 120_000)
