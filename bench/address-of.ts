// The address of a server that a process runs.
import type { ChildProcess } from 'node:child_process'

/** Reads on after the address, so that the server never waits for its output to be read. */
export function addressOf(server: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    server.on('exit', () => reject(new Error(`serve has ended: ${output}`)))
  })
}
