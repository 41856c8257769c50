// A server on a copy of the setting, with a client that judges its answers.
import { holdsSecret } from './checks.js'
import type { Meter } from './meter.js'
import type { Description } from './requests.js'
import { createSender } from './send.js'
import { startServer } from './server.js'
import type { Setting } from './setting.js'
import { createWitness } from './witness.js'

export interface TargetOptions {
  /** The file of the built command, and of the tracker. */
  readonly command: string
  readonly file: string
  readonly setting: Setting
  readonly meter: Meter
  /** How many connections the client may have. */
  readonly connections: number
}

export async function openTarget({ command, file, setting, meter, connections }: TargetOptions) {
  const inLog: string[] = []
  const server = await startServer(command, file, (line) => {
    if (holdsSecret(setting, line)) inLog.push(`a secret in the log: ${line.slice(0, 300)}`)
  })
  const sender = createSender(server.url, connections)
  const witness = createWitness(server, sender.send, setting)
  meter.add(server, witness)
  return {
    server,
    witness,
    /** @throws Error when the server does not describe its API */
    async describe(): Promise<Description> {
      return (await (await fetch(`${server.url}/rest/openapi.json`)).json()) as Description
    },
    async close(): Promise<void> {
      meter.settle()
      sender.close()
      await server.stop()
      witness.findings.push(...inLog.slice(0, 3))
    },
  }
}
