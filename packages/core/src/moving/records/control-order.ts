// The order of fields that control each other.

interface Placed<F> {
  readonly field: F
  /** It would close a circle, which no tracker accepts: it comes without control. */
  readonly isFree: boolean
}

/** Each field behind those that control it. One field of each circle is free. */
export function inControlOrder<F>(fields: readonly F[], controllersOf: (field: F) => readonly F[]): Placed<F>[] {
  const waiting = new Set(fields)
  const controllerOf = (field: F) => controllersOf(field).find((one) => waiting.has(one))
  const placed: Placed<F>[] = []
  for (let [first] = waiting; first !== undefined; [first] = waiting) {
    const ready = [...waiting].filter((field) => controllerOf(field) === undefined)
    const next = ready.length > 0 ? ready : [inCircle(first, controllerOf)]
    for (const field of next) {
      waiting.delete(field)
      placed.push({ field, isFree: ready.length === 0 })
    }
  }
  return placed
}

/** The field at which one arrives twice from controller to controller. */
function inCircle<F>(first: F, controllerOf: (field: F) => F | undefined): F {
  const passed = new Set<F>()
  let field = first
  while (!passed.has(field)) {
    passed.add(field)
    field = controllerOf(field) ?? first
  }
  return field
}
