// The place of a user in a list.

export interface ListMarks {
  readonly selected: ReadonlySet<number>
  /** The bug on which the keys are. */
  readonly current: number | undefined
}
