// A built checkout's own command, serving a file with the same bugs in every version.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addressOf } from '../address-of.js'

const password = 'seven blue kettles sing'
const apiKey = 'A'.repeat(40)

export const editor = { login: 'editor@bench.test', password }

export interface BenchServer {
  readonly url: string
  /** The bug with 20 comments. */
  readonly bug: number
}

/** Serves 60 bugs, one of which has 20 comments, as long as the work takes. */
export async function withServer(
  checkout: string,
  file: string,
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  const command = join(checkout, 'packages/cli/dist/cli.js')
  const child = spawn(process.execPath, [command, 'serve', '--db', file, '--port', '0', '--admin', editor.login], {
    env: { ...process.env, TRACKERKIT_ADMIN_PASSWORD: password, TRACKERKIT_ADMIN_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const address = await addressOf(child)
    await work({ url: `${address}/`, bug: await fill(`${address}/rest`) })
  } finally {
    child.kill()
    await ended
  }
}

async function fill(api: string): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-TRACKER-API-KEY': apiKey }
    const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as { readonly id: number }
  }
  await post('/product', { name: 'Shop', description: 'The shop', version: '1.0', has_unconfirmed: false })
  await post('/component', { product: 'Shop', name: 'Cart', description: 'The cart', default_assignee: editor.login })
  let last = 0
  for (let index = 0; index < 60; index++) {
    const summary = `The cart forgets item ${index} after a reload`
    const description = `Add item ${index}, reload, and look.\n\nThe item is gone.`
    const priorities = ['Highest', 'High', 'Normal', 'Low']
    const values = { op_sys: 'All', rep_platform: 'All', severity: 'normal', priority: priorities[index % 4] }
    last = (await post('/bug', { product: 'Shop', component: 'Cart', version: '1.0', summary, description, ...values }))
      .id
  }
  for (let index = 1; index < 20; index++) {
    await post(`/bug/${last}/comment`, { comment: `Seen again in build ${index}, with two items in the cart.` })
  }
  return last
}
