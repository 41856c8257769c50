// A store that tells which selects and counts were made on it: what query budgets are measured with.
import { typed, type PlainReader, type PlainStore, type Store } from '../src/store/index.js'

/** The same store; `queries` names the entity of every select and count made through it since it was last emptied. */
export function countingStore(store: Store): { readonly store: Store; readonly queries: string[] } {
  const queries: string[] = []
  const plain = store as unknown as PlainStore
  const counted = <R extends PlainReader>(tx: R): R => ({
    ...tx,
    select(query) {
      queries.push(query.from)
      return tx.select(query)
    },
    count(from, where) {
      queries.push(from)
      return tx.count(from, where)
    },
  })
  const counting: PlainStore = {
    ...plain,
    read: (work) => plain.read((tx) => work(counted(tx))),
    write: (work) => plain.write((tx) => work(counted(tx))),
  }
  return { store: typed(counting), queries }
}
