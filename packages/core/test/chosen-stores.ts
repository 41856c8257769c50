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

/** Returns whether tests run on these stores, as set in `TRACKERKIT_TEST_STORES`. Default: on all. */
export function isChosen(...stores: readonly StoreName[]): boolean {
  return stores.every((store) => chosen.includes(store))
}

const isThorough = process.env['TRACKERKIT_TEST_EVERY'] === '1'
const today = Math.floor(Date.now() / 86_400_000)

/** One of the choices, the next one each day, in a list. With `TRACKERKIT_TEST_EVERY=1` all of them. */
export function chosenToday<Choice>(title: string, choices: readonly Choice[]): readonly Choice[] {
  if (isThorough) return choices
  const letters = Buffer.from(title).reduce((sum, letter) => sum + letter, 0)
  return choices.filter((_, index) => index === (letters + today) % choices.length)
}

/** Where tests run whose result cannot depend on the store. */
export function storesForToday(title: string): readonly StoreName[] {
  return chosenToday(title, chosen)
}
