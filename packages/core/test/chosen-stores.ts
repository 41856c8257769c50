export type StoreName = 'memory' | 'sqlite' | 'postgres'

const all: readonly StoreName[] = ['memory', 'sqlite', 'postgres']
const setting = process.env['TRACKERKIT_TEST_STORES'] ?? 'all'
const chosen = setting === 'all' ? all : setting.split(',').map(storeNamed)

function storeNamed(name: string): StoreName {
  const store = all.find((it) => it === name)
  if (store) return store
  throw new Error(
    `TRACKERKIT_TEST_STORES=${setting}: "${name}" is not a store. Accepted: all, or some of ${all.join(',')}.`,
  )
}

/** Whether tests run on these stores, as `TRACKERKIT_TEST_STORES` says. Default: on all. */
export function isChosen(...stores: readonly StoreName[]): boolean {
  return stores.every((store) => chosen.includes(store))
}

const isThorough = process.env['TRACKERKIT_TEST_EVERY'] === '1'
const today = Math.floor(Date.now() / 86_400_000)

/**
 * Where tests run whose result cannot depend on the store: on one of the chosen stores, the next one each day. With
 * `TRACKERKIT_TEST_EVERY=1` on all of them.
 */
export function storesForToday(title: string): readonly StoreName[] {
  if (isThorough) return chosen
  const letters = Buffer.from(title).reduce((sum, letter) => sum + letter, 0)
  return chosen.filter((_, index) => index === (letters + today) % chosen.length)
}
