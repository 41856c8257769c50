import { AskError } from '../http/ask-error.js'

/** Error numbers about the caller and not the request: login required, invalid key and others. */
const aboutCaller: ReadonlySet<number> = new Set([300, 301, 305, 306, 307, 410])

/**
 * Reads several things at once. If that fails because of one of them, reads them in halves, down to that one, which is
 * given up without holding up the others.
 * @throws AskError of a source that does not respond
 */
export async function inHalves<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly T[]>,
  giveUp: (id: number, error: AskError) => void,
): Promise<T[]> {
  const [first] = ids
  if (first === undefined) return []
  try {
    return [...(await read(ids))]
  } catch (error) {
    if (!(error instanceof AskError) || !isOfThings(error)) throw error
    if (ids.length === 1) {
      giveUp(first, error)
      return []
    }
    const middle = Math.ceil(ids.length / 2)
    const before = await inHalves(ids.slice(0, middle), read, giveUp)
    return [...before, ...(await inHalves(ids.slice(middle), read, giveUp))]
  }
}

function isOfThings({ kind, code }: AskError): boolean {
  return kind === 'broken' || (kind === 'refused' && code !== undefined && !aboutCaller.has(code))
}
