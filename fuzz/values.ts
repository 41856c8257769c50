// Values for inputs: some that fit, and many that are never sent by accident.
import type { Dice } from './dice.js'
import type { Setting } from './setting.js'
import { text } from './texts.js'

/** A JSON Schema of the API's own description, as far as values are made from it. */
export interface Shape {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
}

export type Resolve = (shape: Shape) => Shape

function number(dice: Dice, setting: Setting): number {
  if (dice.oneIn(3)) return dice.oneOf(setting.bugs)
  return dice.oneOf([0, 1, -1, 2, 3, 1.5, -0, 1e21, 1e308, 1e-300, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 10_000])
}

/** Anything at all that JSON can say. */
function junk(dice: Dice, setting: Setting, depth = 0): unknown {
  const kind = dice.below(depth > 3 ? 5 : 9)
  if (kind === 0) return dice.oneOf([null, true, false])
  if (kind === 1) return number(dice, setting)
  if (kind < 5) return text(dice, setting)
  if (kind < 7) return dice.list(dice.below(4), () => junk(dice, setting, depth + 1))
  const keys = ['add', 'remove', 'set', 'body', 'is_private', 'id', '1', 'ids', 'names', '__proto__', 'constructor']
  return Object.fromEntries(dice.list(dice.below(4), () => [dice.oneOf(keys), junk(dice, setting, depth + 1)]))
}

/** Something huge: a long list, deep nesting, or many keys. */
export function bulk(dice: Dice, setting: Setting): unknown {
  const length = dice.oneOf([50, 300, 1_001, 5_000, 20_000])
  const kind = dice.below(5)
  if (kind === 0) return dice.list(length, () => text(dice, setting).slice(0, 40))
  if (kind === 1) return dice.list(length, () => dice.below(20_000))
  if (kind === 2) return Object.fromEntries(dice.list(length, () => [`k${dice.below(1e9)}`, 'v']))
  if (kind === 3) return 'x'.repeat(length * 10)
  let nested: unknown = 1
  for (let depth = 0; depth < Math.min(length, 1_000); depth++) nested = depth % 2 ? [nested] : { a: nested }
  return nested
}

/** Bytes around the limits for bodies: without credentials, without attachments, and for the largest attachment. */
const bodySizes = [65_536, 65_537, 1_048_576, 1_048_577, 2_413_912, 2_413_913]
const parts = [
  ['"', 'x', '"'] as const,
  ['"', '\\u0000', '"'] as const,
  ['"', 'QUJD', '"'] as const,
  ['[', '1,', '1]'] as const,
  ['[', '{},', '{}]'] as const,
  ['[', '"a",', '1]'] as const,
  ['{', '"k":1,', '"k":1}'] as const,
  ['', '[', ''] as const,
  ['', '{"a":', ''] as const,
]

/** A body that is as large as bodies may be, or a little larger: one value, under this name. */
export function brimful(name: string, dice: Dice): string {
  const [size, [open, part, close]] = [dice.oneOf(bodySizes), dice.oneOf(parts)]
  const [before, after] = [`{${JSON.stringify(name)}:${open}`, `${close}}`]
  const body = before + part.repeat(Math.floor((size - before.length - after.length) / part.length)) + after
  return body.padEnd(size)
}

/** A value for a place: mostly one that fits, otherwise anything. */
export function valueFor(shape: Shape, resolve: Resolve, dice: Dice, setting: Setting, depth = 0): unknown {
  if (dice.oneIn(12)) return junk(dice, setting, depth)
  if (dice.oneIn(150)) return bulk(dice, setting)
  const one = resolve(shape)
  const forms = one.anyOf ?? one.oneOf
  if (forms) return valueFor(dice.oneOf(forms), resolve, dice, setting, depth)
  if (one.const !== undefined) return one.const
  if (one.enum) return dice.oneOf(one.enum)
  const type = typeof one.type === 'string' ? one.type : dice.oneOf(one.type ?? ['string'])
  if (type === 'boolean') return dice.oneIn(2)
  if (type === 'integer' || type === 'number') return number(dice, setting)
  if (type === 'null') return null
  if (type === 'array')
    return dice.list(dice.below(4), () => valueFor(one.items ?? {}, resolve, dice, setting, depth + 1))
  if (type === 'object' || one.properties) return objectFor(one, resolve, dice, setting, depth)
  return text(dice, setting)
}

function objectFor(shape: Shape, resolve: Resolve, dice: Dice, setting: Setting, depth: number): object {
  const properties = Object.entries(shape.properties ?? {})
  const wanted = properties.filter(([name]) => shape.required?.includes(name) || dice.below(properties.length) < 3)
  const made = wanted.map(([name, inner]): [string, unknown] => [
    name,
    valueFor(inner, resolve, dice, setting, depth + 1),
  ])
  if (dice.oneIn(15)) made.push([dice.oneOf(['__proto__', 'constructor', 'toString', 'x']), junk(dice, setting, 2)])
  return Object.fromEntries(made)
}
