import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CommandError } from '../../terminal/command.js'
import { createSupervisor, type Worker } from './supervisor.js'

interface FakeWorker extends Worker {
  readonly delivers: boolean
  readonly serve: () => void
  readonly end: (how?: string) => void
  readonly isStopped: () => boolean
}

function fakeWorker(delivers: boolean, pid: number): FakeWorker {
  let [serve, fail, finish]: [(url: string) => void, (error: Error) => void, (how: string) => void] = [
    () => undefined,
    () => undefined,
    () => undefined,
  ]
  let isStopped = false
  const ready = new Promise<string>((resolve, reject) => ([serve, fail] = [resolve, reject]))
  const ended = new Promise<string>((resolve) => (finish = resolve))
  const end = (how = 'SIGKILL') => {
    fail(new CommandError(how))
    finish(how)
  }
  const stop = () => {
    isStopped = true
    end()
  }
  return { pid, delivers, ready, ended, serve: () => serve('http://there'), end, stop, isStopped: () => isStopped }
}

/** A supervisor with scripted workers, on a clock that only the test moves. */
function supervise(count: number, { byThemselves = true } = {}) {
  const workers: FakeWorker[] = []
  const pauses: number[] = []
  const log: string[] = []
  const clock = { now: 0 }
  const supervisor = createSupervisor({
    count,
    start: ({ delivers }) => {
      const worker = fakeWorker(delivers, workers.length + 1)
      workers.push(worker)
      if (byThemselves) worker.serve()
      return worker
    },
    log: (message) => void log.push(message),
    pause: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
    now: () => clock.now,
  })
  const endLast = async (how?: string) => {
    workers.at(-1)?.end(how)
    await settled()
  }
  return { supervisor, workers, pauses, log, clock, endLast }
}

describe('the supervisor of workers', () => {
  it('starts the others once the one that sends mail serves, and is ready when all serve', async () => {
    const { supervisor, workers } = supervise(3, { byThemselves: false })
    let url: string | undefined
    void supervisor.start().then((at) => (url = at))
    await settled()
    expect(workers.map(({ delivers }) => delivers)).toEqual([true])
    workers[0]?.serve()
    await settled()
    expect(workers.map(({ delivers }) => delivers)).toEqual([true, false, false])
    workers[1]?.serve()
    await settled()
    expect(url).toBeUndefined()
    workers[2]?.serve()
    await settled()
    expect(url).toBe('http://there')
  })

  it('does not start when the first worker cannot, and says why', async () => {
    const { supervisor, workers } = supervise(2, { byThemselves: false })
    const started = supervisor.start()
    workers[0]?.end('the port is in use')
    await expect(started).rejects.toThrow(new CommandError('the port is in use'))
    await supervisor.stop()
    expect(workers).toHaveLength(1)
  })

  it('replaces a worker that ends, says so, and lets the replacement of the one that sent mail send mail', async () => {
    const { supervisor, workers, log } = supervise(2)
    await supervisor.start()
    workers[1]?.end()
    await settled()
    workers[0]?.end('exit code 1')
    await settled()
    expect(workers.map(({ delivers }) => delivers)).toEqual([true, false, false, true])
    expect(log).toEqual(['worker 2 exited (SIGKILL); restarting', 'worker 1 exited (exit code 1); restarting'])
  })

  it('waits longer after each early exit of a worker, and resets the delay after one that has lasted', async () => {
    const { supervisor, pauses, clock, endLast } = supervise(2)
    await supervisor.start()
    for (let n = 0; n < 8; n++) await endLast()
    expect(pauses).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    clock.now += 61_000
    await endLast()
    expect(pauses.at(-1)).toBe(0)
  })

  it('gives up when no worker is left and none has lasted five times', async () => {
    const { supervisor, workers, endLast } = supervise(1)
    await supervisor.start()
    for (let n = 0; n < 5; n++) await endLast()
    expect(workers).toHaveLength(6)
    await endLast('the database cannot be reached')
    await expect(supervisor.lost).rejects.toThrow('cannot start workers: the database cannot be reached')
    expect(workers).toHaveLength(6)
  })

  it('retries as long as another worker serves', async () => {
    const { supervisor, workers, endLast } = supervise(2)
    await supervisor.start()
    for (let n = 0; n < 20; n++) await endLast()
    expect(workers).toHaveLength(22)
  })

  it('lets all workers end when it is stopped, and starts no others', async () => {
    const { supervisor, workers } = supervise(3)
    await supervisor.start()
    await supervisor.stop()
    await settled()
    expect(workers.map((worker) => worker.isStopped())).toEqual([true, true, true])
  })
})
