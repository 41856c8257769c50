// Sends hostile requests to separate servers and reports faults.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attack, type Damage } from './attack.js'
import { createDice } from './dice.js'
import { keptSetting } from './kept-setting.js'
import { createMeter } from './meter.js'
import type { Setting } from './setting.js'
import { keepSlowest, maxFindings } from './witness.js'

export interface FuzzOptions {
  /** How many requests. */
  readonly count: number
  readonly seed: number
  /** How many bugs the tracker has, beside the few that hold secrets. */
  readonly bugs: number
  /** One in this many requests reads many bugs. */
  readonly scansOneIn: number
  /** The file of the built command. */
  readonly command: string
  readonly progress?: (line: string) => void
}

export interface FuzzResult extends Damage {
  /** CPU time of servers and client; of only the client where the system does not report that of others. */
  readonly cpuSeconds: number
}

/** In six of seven requests those who see everything only read, so that what others see of it is a leak. */
const guardedShare = 6 / 7
/**
 * After this many requests in which administrators also write, little may work any more: the rest goes to another
 * server.
 */
const unguardedCount = 5_000
/** Megabytes by which a server may grow. */
const maxGrowth = 600

export async function fuzz({ count, seed, bugs, scansOneIn, command, progress }: FuzzOptions): Promise<FuzzResult> {
  const { original, setting } = await keptSetting(bugs)
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-fuzz-'))
  const dice = createDice(seed)
  const meter = createMeter(progress ?? (() => undefined))
  const damages: Damage[] = []

  async function serve(of: Setting, requests: number): Promise<void> {
    const file = join(folder, `fuzz-${damages.length}.db`)
    copyFileSync(original, file)
    damages.push(await attack({ command, file, setting: of, meter, dice, count: requests, scansOneIn }))
    rmSync(file)
  }

  try {
    const guarded = Math.ceil(count * guardedShare)
    await serve(setting, guarded)
    for (let left = count - guarded; left > 0 && damages.flatMap(found).length < maxFindings; left -= unguardedCount) {
      await serve(whereAllWrite(setting), Math.min(left, unguardedCount))
    }
    return { ...together(damages), cpuSeconds: meter.cpuSeconds() }
  } finally {
    meter.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Administrators may publish hidden data: only faults, waits, crashes, memory and secrets count then. */
function whereAllWrite(setting: Setting): Setting {
  return { ...setting, canaries: [], callers: setting.callers.map((caller) => ({ ...caller, isReader: false })) }
}

function together(damages: readonly Damage[]): Damage {
  const statuses: Record<number, number> = {}
  for (const [status, times] of damages.flatMap((one) => Object.entries(one.statuses))) {
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times
  }
  const slowest = damages.flatMap((one) => one.slowest)
  keepSlowest(slowest)
  const waits = damages.map((one) => one.longestWait)
  keepSlowest(waits)
  const growths = damages.map((one) => one.memory).sort((one, other) => other[1] - other[0] - (one[1] - one[0]))
  return {
    findings: damages.flatMap(found),
    statuses,
    slowest,
    longestWait: waits[0] ?? { milliseconds: 0, request: '' },
    memory: growths[0] ?? [0, 0],
  }
}

function found({ findings, memory: [early, late] }: Damage): readonly string[] {
  if (early === 0 || late - early <= maxGrowth) return findings
  return [...findings, `the server grew from ${early} MB to ${late} MB`]
}
