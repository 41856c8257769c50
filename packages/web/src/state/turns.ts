// Work of the first view that can wait.

export interface Turns {
  /** Does it in its turn. */
  readonly add: (work: () => void) => void
}

/** Thrown by a part whose turn has not come. Preact recognizes it by its method. */
export const notYet = Object.assign(new Error('This part is hydrated later.'), { then: () => undefined })
