// Texts that grow: a filling again and again, with beginnings and ends that fit and that do not.
import type { Dice } from '../dice.js'
import type { Place } from './place.js'

/** All of them different, as what is kept for each character is. */
const different = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
const differentlyMarked = Array.from(
  { length: 5000 },
  (_, n) => `a${String.fromCodePoint(0x300 + (n % 112))}${n}`,
).join('')

const fillings = [
  ...Array.from(' \t\n09,;:/.-|&="\'([{)>*+@\\a%_é'),
  ...[
    'a.',
    'a,',
    'a b ',
    '%41',
    'bug 1 ',
    '> a\n',
    'a@b.c,',
    'http://a.example/b ',
    '\u{1F600}',
    '\u0315\u0300',
    different,
    differentlyMarked,
  ],
]

/** `A` is what is repeated. */
const forms = [
  'A',
  'Ax',
  'A-',
  'A+',
  'Ax/',
  'xA',
  'xAy',
  'AxAx',
  'A-A-',
  'a{A',
  '"A"',
  'A\u0001',
  '000Ax',
  '(A',
  'f1=A',
  'http://A.example/',
]

export interface Growth {
  readonly place: Place
  readonly filling: string
  readonly form: string
}

/** Repeats the filling to this length for each `A`. */
export function textOf({ filling, form }: Growth, size: number): string {
  const repeated = filling.repeat(Math.ceil(size / filling.length))
  return form.replaceAll('A', () =>
    filling.length === 2 && /[\uD800-\uDFFF]/.test(filling) ? repeated : repeated.slice(0, size),
  )
}

/** Doubled from 64, and those at which a limit is reached. */
export function sizesOf({ limit, most }: Place): number[] {
  const sizes = [limit, limit + 1, most]
  for (let size = 64; size <= most; size *= 2) sizes.push(size)
  return [...new Set(sizes)].filter((size) => size <= most).toSorted((one, other) => one - other)
}

/** The few of them that show whether it is worth asking all. */
export function probesOf({ limit, most }: Place): number[] {
  return [...new Set([1000, limit, limit + 1, 8000, 32_000, most])].filter((size) => size <= most)
}

/** For each place all its growths, in an order of chance; one after the other of each. */
export function* growthsOf(places: readonly Place[], dice: Dice): Generator<Growth> {
  const all = fillings.flatMap((filling) => forms.map((form) => ({ filling, form })))
  const starts = places.map((place) => ({ place, start: dice.below(all.length) }))
  for (let round = 0; round < all.length; round++) {
    for (const { place, start } of shuffled(starts, dice)) {
      if ((place.most === 0 || place.isNumber) && round > 0) continue
      // A step without a common divisor comes to all.
      const one = all[(start + round * 101) % all.length] as (typeof all)[number]
      yield { place, ...one }
    }
  }
}

function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  const keyed = list.map((one) => [dice.below(2 ** 30), one] as const)
  return keyed.sort(([one], [other]) => one - other).map(([, one]) => one)
}
