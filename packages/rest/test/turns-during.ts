/** How many turns others have while something is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const another = () => {
    if (isDone) return
    turns++
    setImmediate(another)
  }
  setImmediate(another)
  await work()
  isDone = true
  return turns
}
