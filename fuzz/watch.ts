// A second client, which measures how long other clients wait.
import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HostileRequest } from './requests.js'
import type { ServerProcess } from './server.js'
import { requestLine, type Wait } from './witness.js'

/** Milliseconds between two of its requests. */
const pause = 50

/** Only the CPU time of the server counts, where the system reports it: that of a busy machine goes elsewhere. */
export function createWatch({ url, busy }: ServerProcess, underway: ReadonlySet<HostileRequest>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // The time that this process itself was blocked, which is not the server's fault.
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  let isOver = false
  let longest: Wait = { milliseconds: 0, request: '' }

  function ask(): void {
    if (isOver) return
    const [began, busyBefore, requests] = [performance.now(), busy(), [...underway]]
    ownDelay.reset()
    const again = () => {
      const own = Math.max(0, ownDelay.max / 1e6 - 10)
      const waited = performance.now() - began - own
      const milliseconds = Math.round(Math.min(waited, busy() - busyBefore))
      if (milliseconds > longest.milliseconds)
        longest = { milliseconds, request: requests.map(requestLine).join('\n        or ') }
      setTimeout(ask, pause)
    }
    get(`${url}/rest/version`, { agent }, (answer) => answer.resume().on('end', again)).on('error', again)
  }
  ask()

  return {
    longest: () => longest,
    stop() {
      isOver = true
      ownDelay.disable()
      agent.destroy()
    },
  }
}
