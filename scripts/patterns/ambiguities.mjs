// Shapes of patterns that make an engine that backtracks try one text in many ways, found without running anything.
import { parseRegExpLiteral } from '@eslint-community/regexpp'

/** Sets of characters are compared by these: all that patterns name, and some that only classes contain. */
const alphabet = [...Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)), '\u2028', '\u3000', '中']
/** A repetition that ends sooner costs little, however often it is tried. */
const longest = 100

/** The shapes that a literal has, in words; empty when it has none. */
export function ambiguitiesOf(literal) {
  const { pattern, flags } = parseRegExpLiteral(literal)
  const characters = charactersIn(flags.raw.replace(/[dgmy]/g, ''))
  const found = new Set()

  /** Goes through what comes one after the other. `open` are the repetitions that could also take what follows. */
  function sequence(elements, open) {
    return elements.reduce((before, element) => one(element, before), open)
  }

  function one(element, open) {
    switch (element.type) {
      case 'Backreference':
        found.add('it refers back')
        return open
      case 'Assertion':
        if (element.alternatives) alternatives(element.alternatives, [])
        if (element.kind === 'end' && !flags.multiline) return []
        // Within a run of characters the others hold at one place only.
        return element.kind === 'end' ? open : open.filter((it) => it.repetition)
      case 'Group':
      case 'CapturingGroup':
        return alternatives(element.alternatives, open)
      case 'Quantifier':
        return quantifier(element, open)
      default:
        return passing(open, characters(element))
    }
  }

  function alternatives(all, open) {
    return all.flatMap(({ elements }) => sequence(elements, open))
  }

  function quantifier({ element, min, max, ...place }, open) {
    const skipped = min === 0 ? open : []
    if (element.alternatives) {
      const once = one(element, open)
      return [...skipped, ...(max > 1 ? one(element, once) : once)]
    }
    const set = characters(element)
    const rest = [...skipped, ...passing(open, set)]
    if (max <= longest) return rest
    for (const { repetition, set: other, between } of open) {
      if (![other, ...between].every((it) => overlap(it, set)) || isLast(place, set)) continue
      found.add(
        repetition ? 'neighboring repetitions share a character' : 'a repetition before an end can begin anywhere',
      )
    }
    return [...rest, { repetition: true, set, between: [] }]
  }

  const anywhere = flags.sticky ? [] : [{ repetition: false, set: new Set(alphabet), between: [] }]
  alternatives(pattern.alternatives, anywhere)
  return [...found]
}

/** A mandatory part keeps a repetition open only if it could have been part of it. */
function passing(open, set) {
  return open.filter((it) => overlap(it.set, set)).map((it) => ({ ...it, between: [...it.between, set] }))
}

/** Nothing comes after it that could fail, so that nothing is tried again. */
function isLast({ parent, end }, set) {
  if (parent.type === 'Pattern') return true
  const next = parent.type === 'Alternative' && parent.elements.find((it) => it.start === end)
  if (next) return next.kind === 'end' && set.size === alphabet.length && isLast({ parent, end: next.end }, set)
  return isLast(parent.type === 'Alternative' ? parent : { parent: parent.parent, end: parent.end }, set)
}

function charactersIn(flags) {
  const known = new Map()
  return ({ raw }) => {
    if (!known.has(raw)) known.set(raw, new Set(alphabet.filter((it) => new RegExp(`^(?:${raw})$`, flags).test(it))))
    return known.get(raw)
  }
}

function overlap(one, other) {
  for (const character of one) if (other.has(character)) return true
  return false
}
