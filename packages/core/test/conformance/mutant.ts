import { memoryStore } from '@trackerkit/adapter-memory'
import { typed, type PlainStore, type PlainWriter, type Store } from '../../src/store/index.js'

/** A store that is wrong in one way. The conformance suite must see it. */
export interface Mutant {
  readonly name: string
  /** How the names of the written tests begin that are there to see it. */
  readonly seenBy: string
  readonly make: () => Store
}

export type Damage = (good: PlainStore) => PlainStore

export function mutant(name: string, seenBy: string, damage: Damage): Mutant {
  return { name, seenBy, make: () => typed(damage(memoryStore() as unknown as PlainStore)) }
}

/** Replaces verbs of every handle. */
export function overlaying(change: (tx: PlainWriter) => Partial<PlainWriter>): Damage {
  return (good) => ({
    ...good,
    read: (work) => good.read((tx) => work({ ...tx, ...change(tx as PlainWriter) })),
    write: (work) => good.write((tx) => work({ ...tx, ...change(tx) })),
  })
}
