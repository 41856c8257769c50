// The figures of a run, and the lines in which they are printed.

export interface Figure {
  readonly what: string
  /** Measured, in `unit`. Null: not measured yet. */
  readonly ours?: number | null | undefined
  /** Measured in the same run for comparison, in the same unit. */
  readonly base?: number | null | undefined
  readonly unit?: string | undefined
  /** Means the same on every machine, so the next run is compared with it. */
  readonly ratio?: number
  /** Of the ratio, or of `ours` without one. */
  readonly aim?: Aim | undefined
  readonly note?: string | undefined
}

export type Aim = { readonly atMost: number } | { readonly atLeast: number }

const figures: Figure[] = []

/** Prints a figure and keeps it. A figure of two operands gets their ratio. */
export function report(figure: Figure): void {
  const { ours, base } = figure
  const kept = typeof ours === 'number' && typeof base === 'number' ? { ratio: ours / base, ...figure } : figure
  figures.push(kept)
  const { what, ratio, aim, note } = kept
  const parts = [operandsOf(kept), note].filter(Boolean).join(', ')
  const shownRatio = ratio === undefined ? '' : `${ratio.toFixed(2).padStart(7)}   `
  console.log(`${what.padEnd(64)} ${shownRatio}${parts.padEnd(44)} aim: ${aimOf(aim)}`)
}

/** Every figure reported so far. */
export function reported(): readonly Figure[] {
  return figures
}

export function operandsOf({ ours, base, unit }: Figure): string {
  if (ours === undefined) return ''
  if (ours === null) return shown(ours)
  return `${base === undefined ? shown(ours) : `${shown(ours)} : ${shown(base)}`} ${unit ?? ''}`.trim()
}

export function aimOf(aim: Aim | undefined): string {
  if (!aim) return 'none'
  return 'atMost' in aim ? `at most ${aim.atMost}` : `at least ${aim.atLeast}`
}

export function shown(value: number | null | undefined): string {
  if (typeof value !== 'number') return '–'
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}
