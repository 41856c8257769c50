// Shows the progress of an import: a bar on a terminal, otherwise an occasional line.
import type { Progress } from '@trackerkit/import'
import { put, terminal, warn } from '../terminal/print.js'

interface Shown {
  readonly show: (progress: Progress) => void
  readonly say: (text: string) => void
  readonly close: () => void
}

/** Milliseconds between two lines. */
const between = 10_000

/** Progress goes to stderr, and with `json` to stdout, a line each. */
export async function openProgress({ json }: { readonly json: boolean }): Promise<Shown> {
  const stream = json ? undefined : terminal()
  if (stream) return openBar(stream)
  const write = (text: string, line: object) => (json ? put(`${JSON.stringify(line)}\n`) : warn(text))
  let last = 0
  let phase = ''
  return {
    show(progress) {
      const now = Date.now()
      if (progress.phase === phase && now - last < between) return
      last = now
      phase = progress.phase
      write(inWords(progress), { progress })
    },
    say: (text) => write(text, { said: text }),
    close: () => undefined,
  }
}

async function openBar(stream: NodeJS.WriteStream): Promise<Shown> {
  const { SingleBar } = await import('cli-progress')
  const format = '{phase} [{bar}] {value}/{total} {rate}/s {left}'
  const bar = new SingleBar({ format, hideCursor: true, stream, clearOnComplete: true })
  let phase = ''
  return {
    show(progress) {
      const total = progress.total ?? progress.done
      const words = { phase: progress.phase, rate: progress.perSecond.toFixed(1), left: leftOf(progress) }
      if (progress.phase === phase) {
        bar.setTotal(total)
        bar.update(progress.done, words)
      } else {
        phase = progress.phase
        bar.stop()
        bar.start(total, progress.done, words)
      }
    },
    say(text) {
      bar.stop()
      phase = ''
      warn(text)
    },
    close: () => bar.stop(),
  }
}

function inWords(progress: Progress): string {
  const { phase, done, total, perSecond } = progress
  return `${phase}: ${done}${total === undefined ? '' : ` of ${total}`}, ${perSecond.toFixed(1)}/s ${leftOf(progress)}`.trimEnd()
}

function leftOf({ left }: Progress): string {
  if (left === undefined) return ''
  if (left < 90) return `${Math.ceil(left)} s left`
  return left < 5400 ? `${Math.ceil(left / 60)} min left` : `${(left / 3600).toFixed(1)} h left`
}
