export type StoreName = 'memory' | 'sqlite' | 'postgres'

const all: readonly StoreName[] = ['memory', 'sqlite', 'postgres']
const setting = process.env['TRACKERKIT_TEST_STORES'] ?? 'all'
const chosen = setting === 'all' ? all : setting.split(',').map(storeNamed)

function storeNamed(name: string): StoreName {
  const found = all.find((one) => one === name)
  if (found) return found
  throw new Error(
    `TRACKERKIT_TEST_STORES=${setting}: "${name}" is not a store. Accepted: all, or some of ${all.join(',')}.`,
  )
}

/** Whether tests run on these stores, as `TRACKERKIT_TEST_STORES` says. Default: on all. */
export function isChosen(...stores: readonly StoreName[]): boolean {
  return stores.every((store) => chosen.includes(store))
}
