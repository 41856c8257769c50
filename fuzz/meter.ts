// How far a run has come, in requests and in the CPU time of servers and client together.
import type { ServerProcess } from './server.js'
import type { Witness } from './witness.js'

/** Milliseconds between two lines. */
const pause = 10_000

export type Meter = ReturnType<typeof createMeter>

/** Reports from now on. */
export function createMeter(report: (line: string) => void) {
  const began = process.cpuUsage()
  let current: { readonly server: ServerProcess; readonly witness: Witness } | undefined
  let ended = { requests: 0, findings: 0, seconds: 0 }

  function sum() {
    const { server, witness } = current ?? {}
    return {
      requests: ended.requests + (witness?.sent() ?? 0),
      findings: ended.findings + (witness?.findings.length ?? 0),
      seconds: ended.seconds + (server?.cpuSeconds() ?? 0),
    }
  }

  function cpuSeconds(): number {
    const { user, system } = process.cpuUsage(began)
    return Math.round(sum().seconds + (user + system) / 1e6)
  }

  const timer = setInterval(() => {
    const { requests, findings } = sum()
    report(`${requests} requests, ${findings} findings, ${cpuSeconds()} s of CPU`)
  }, pause)

  return {
    /** Counts what is asked of this server, too. */
    add(server: ServerProcess, witness: Witness): void {
      current = { server, witness }
    },
    /** Keeps the figures of the server, which ends now. */
    settle(): void {
      ended = sum()
      current = undefined
    },
    cpuSeconds,
    stop: (): void => clearInterval(timer),
  }
}
