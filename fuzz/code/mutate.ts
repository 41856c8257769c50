// Changes of payloads: values, keys and bytes.
import type { Dice } from '../dice.js'

const strange: readonly ((dice: Dice) => unknown)[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, '', [], {}, '\0', '\u202E', '\uD800', '1e9', '__proto__'].map(
    (value) => () => value,
  ),
  (dice) => 'bug '.repeat(dice.below(20_000)),
  (dice) => 'fixes bug 1, '.repeat(dice.below(2000)),
  (dice) => dice.list(dice.below(2000), () => ({ id: 'c', message: `Fixes bug ${dice.below(100)}` })),
  (dice) => dice.list(dice.below(500), () => 'x'),
  () => JSON.parse('{"__proto__":{"private":true},"constructor":1}') as unknown,
  (dice) => `https://${dice.oneOf(['github.com', 'evil.example', 'github.com@evil.example', '[::1]'])}/a/b/pull/1`,
  (dice) => `refs/heads/${dice.oneOf(['main', 'x', '../main', 'main\u0000'])}`,
  () => JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown,
]

/** The payload as bytes, some of them with changed bytes. */
export function mutated(dice: Dice, payload: unknown): Uint8Array {
  const copy = structuredClone(payload)
  for (let count = dice.below(4); count > 0; count--) changeValue(dice, copy)
  const bytes = Buffer.from(JSON.stringify(copy))
  if (!dice.oneIn(10)) return bytes
  const at = dice.below(bytes.length)
  if (dice.oneIn(2)) return bytes.subarray(0, at)
  bytes[at] = dice.below(256)
  return bytes
}

/** Replaces, removes or adds a value somewhere in the payload. */
function changeValue(dice: Dice, payload: unknown): void {
  const places = placesIn(payload)
  if (places.length === 0) return
  const [parent, key] = dice.oneOf(places)
  const value = dice.oneOf(strange)(dice)
  if (dice.oneIn(4)) Reflect.deleteProperty(parent, key)
  else if (dice.oneIn(5)) Reflect.set(parent, dice.oneOf(['iid', 'number', 'message', 'commits', 'repository']), value)
  else Reflect.set(parent, key, dice.oneIn(3) ? structuredClone(dice.oneOf(places).at(2)) : value)
}

type Place = readonly [parent: object, key: string, value: unknown]

function placesIn(value: unknown, depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 6) return []
  return Object.entries(value)
    .slice(0, 30)
    .flatMap(([key, child]): Place[] => [[value, key, child], ...placesIn(child, depth + 1)])
}
