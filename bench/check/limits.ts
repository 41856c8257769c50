// The limits of each work: bench/check/limits.json. Ratios to rivals and counts mean the same on every machine.
import { readFileSync, writeFileSync } from 'node:fs'

export interface Measured {
  /** CPU time, of ours to the rival's. */
  readonly ratio?: number
  readonly statements?: number
  readonly promises?: number
}

export type AllMeasured = Readonly<Record<string, Measured>>

const file = new URL('limits.json', import.meta.url)

/** How much worse than the file a figure may be: counts vary little, CPU time with what else the processor does. */
const tolerated: Readonly<Record<keyof Measured, number>> = {
  ratio: 1.3,
  statements: 1,
  promises: 1.02,
}

export function readLimits(): AllMeasured {
  return JSON.parse(readFileSync(file, 'utf8')) as AllMeasured
}

export function saveLimits(measured: AllMeasured): void {
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
}

/** The figures that are worse than tolerated, or missing from the file, as lines of text. */
export function exceededLimits(measured: AllMeasured, limits: AllMeasured): string[] {
  return Object.entries(measured).flatMap(([name, figures]) =>
    (Object.entries(figures) as [keyof Measured, number][]).flatMap(([kind, figure]) => {
      const limit = limits[name]?.[kind]
      if (limit === undefined) return [`${name}: no ${kind} in bench/check/limits.json; --save writes it`]
      const most = limit * tolerated[kind]
      return figure <= most ? [] : [`${name}: ${kind} ${figure}, at most ${Number(most.toPrecision(3))}`]
    }),
  )
}
