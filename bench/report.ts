// The lines that the bench prints, and those of them that the next run is compared with.

export interface Figure {
  readonly what: string
  /** Ours against something measured in the same run, so that it means the same on every machine. */
  readonly ratio: number
  /** The operands of the ratio. */
  readonly parts: string
  readonly aim: string
  /** True if higher is better. Default: lower is better. */
  readonly moreIsBetter?: boolean
}

const figures: Figure[] = []

/** One line: a ratio, what it is made of, and what is aimed at. */
export function report(figure: Figure): void {
  figures.push(figure)
  const { what, ratio, parts, aim } = figure
  console.log(`${what.padEnd(64)} ${ratio.toFixed(2).padStart(7)}   ${parts.padEnd(44)} aim: ${aim}`)
}

/** A line that is printed and not compared. */
export function tell(what: string, value: string): void {
  console.log(`${what.padEnd(64)} ${value}`)
}

/** Every figure reported so far. */
export function reported(): readonly Figure[] {
  return figures
}
