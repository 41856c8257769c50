import { constant, keptForConstants, type PlainLeaf, type PlainWhere } from '../store/index.js'

type Joint = 'and' | 'or'

const always: PlainWhere = { and: [] }
const never: PlainWhere = { or: [] }

/**
 * Normalizes a predicate, so that queries that differ only in notation share a statement: nested `and` and `or` are
 * flat, one with a single member is that member, `not not` is gone, and `in` with a list of one is `eq`. Members that
 * are always true or always false are left out, and so are repeated searches for a text: an `or` member without an
 * index makes a database read all rows.
 */
export function normalize(where: PlainWhere): PlainWhere {
  return Object.isFrozen(where) ? normalizeConstant(where) : normalizeOnce(where)
}

const normalizeConstant = keptForConstants((where: PlainWhere) => constant(normalizeOnce(where)))

function normalizeOnce(where: PlainWhere): PlainWhere {
  if ('and' in where) return normalizeMembers('and', where)
  if ('or' in where) return normalizeMembers('or', where)
  if ('not' in where) return negated(where)
  if ('some' in where) return related(where)
  return leaf(where)
}

/** Walks a chain of thousands without recursion, which would run out of stack. */
function normalizeMembers(joint: Joint, where: PlainWhere): PlainWhere {
  const members: PlainWhere[] = []
  const neutral = joint === 'and' ? isAlways : isNever
  const decisive = joint === 'and' ? isNever : isAlways
  const waiting = [where]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = membersOf(joint, next)
    if (!inner) {
      const member = normalize(next)
      if (decisive(member)) return member
      if (!neutral(member) && !asksAgain(members, member)) addMember(members, member)
    } else for (const member of [...inner].reverse()) waiting.push(member)
  }
  const [first] = members
  if (first && members.length === 1) return first
  return joint === 'and' ? { and: members } : { or: members }
}

/** The members of `where` when it is joined by `joint`. */
function membersOf(joint: Joint, where: PlainWhere): readonly PlainWhere[] | undefined {
  if (joint === 'and') return 'and' in where ? where.and : undefined
  return 'or' in where ? where.or : undefined
}

function negated(where: PlainWhere): PlainWhere {
  let inner = where
  let isNegated = false
  while ('not' in inner) {
    inner = inner.not
    isNegated = !isNegated
  }
  const normal = normalize(inner)
  if (!isNegated) return normal
  if (isAlways(normal)) return never
  if (isNever(normal)) return always
  return 'not' in normal ? normal.not : { not: normal }
}

function related({ some, where }: Extract<PlainWhere, { some: string }>): PlainWhere {
  const normal = where && normalize(where)
  if (normal && isNever(normal)) return never
  return normal && !isAlways(normal) ? { some, where: normal } : { some }
}

/** Searches for several strings in one column are adjacent, so an index can serve them together. */
function addMember(members: PlainWhere[], member: PlainWhere): void {
  if (!('contains' in member)) {
    members.push(member)
    return
  }
  const last = members.findLastIndex((other) => 'contains' in other && other.col === member.col)
  members.splice(last === -1 ? members.length : last + 1, 0, member)
}

/** True if a member already searches for a text in this column: the text index is used once. */
function asksAgain(members: readonly PlainWhere[], where: PlainWhere): boolean {
  if (!('contains' in where)) return false
  const { col, contains } = where
  return members.some((member) => 'contains' in member && member.col === col && member.contains === contains)
}

function isAlways(where: PlainWhere): boolean {
  return 'and' in where && where.and.length === 0
}

function isNever(where: PlainWhere): boolean {
  return 'or' in where && where.or.length === 0
}

function leaf(where: PlainLeaf): PlainWhere {
  if (!('in' in where) || where.in.length > 1) return where
  if (where.in.length === 0) return never
  const [value = null] = where.in
  return value === null ? where : { col: where.col, eq: value }
}
