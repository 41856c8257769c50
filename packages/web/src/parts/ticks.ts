const mostSteps = 4

/** At most five round numbers from zero, of which the last is not below `most`. */
export function ticksTo(most: number): readonly number[] {
  let step = 1
  for (let power = 1; most / step > mostSteps; power *= 10)
    step = [power, 2 * power, 5 * power].find((one) => most / one <= mostSteps) ?? step
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
