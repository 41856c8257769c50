// A second client, which measures how long others wait meanwhile.
import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Wait } from './witness.js'

/** Milliseconds between two of its requests. */
const pause = 50

export type Watch = ReturnType<typeof createWatch>

export function createWatch(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // How long this process itself stood still, for which the server is not to blame.
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  let [isOver, current] = [false, 'the start']
  let longest: Wait = { milliseconds: 0, request: '' }

  function ask(): void {
    if (isOver) return
    const [began, request] = [performance.now(), current]
    ownDelay.reset()
    const again = () => {
      const own = Math.max(0, ownDelay.max / 1e6 - 10)
      const milliseconds = Math.round(performance.now() - began - own)
      if (milliseconds > longest.milliseconds) longest = { milliseconds, request }
      setTimeout(ask, pause)
    }
    get(`${origin}/rest/version`, { agent }, (answer) => answer.resume().on('end', again)).on('error', again)
  }
  ask()

  return {
    /** Which requests are on their way from now on. */
    during: (requests: string) => void (current = requests),
    longest: () => longest,
    stop() {
      isOver = true
      ownDelay.disable()
      agent.destroy()
    },
  }
}
