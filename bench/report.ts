// The lines that the bench prints, and those of them that the next run is compared with.

export interface Figure {
  readonly what: string
  /** Ours against something measured in the same run, so that it means the same on every machine. */
  readonly ratio: number
  /** What it is a ratio of. */
  readonly parts: string
  readonly aim: string
  /** Whether more is better: lower is better when left out. */
  readonly moreIsBetter?: boolean
}

const figures: Figure[] = []

/** One line: a ratio, what it is made of, and what is aimed at. */
export function report(figure: Figure): void {
  figures.push(figure)
  const { what, ratio, parts, aim } = figure
  console.log(`${what.padEnd(64)} ${ratio.toFixed(2).padStart(7)}   ${parts.padEnd(44)} aim: ${aim}`)
}

/** A line that is told and not compared. */
export function tell(what: string, value: string): void {
  console.log(`${what.padEnd(64)} ${value}`)
}

/** Every figure reported so far. */
export function reported(): readonly Figure[] {
  return figures
}
