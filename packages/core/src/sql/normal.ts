import type { PlainLeaf, PlainWhere } from '../store/index.js'

type Joint = 'and' | 'or'

/**
 * The same predicate in one of few forms, so that queries that differ in writing alone share a statement: nested `and` and
 * `or` are flat, one of one member is that member, `not not` is gone, and `in` a list of one is `eq`.
 */
export function normalize(where: PlainWhere): PlainWhere {
  if ('and' in where) return normalizeMembers('and', where)
  if ('or' in where) return normalizeMembers('or', where)
  if ('not' in where) return negated(where)
  if ('some' in where) return where.where ? { some: where.some, where: normalize(where.where) } : where
  return leaf(where)
}

/** Walks a chain of thousands without recursion, which would run out of stack. */
function normalizeMembers(joint: Joint, where: PlainWhere): PlainWhere {
  const members: PlainWhere[] = []
  const waiting = [where]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = membersOf(joint, next)
    if (!inner) members.push(normalize(next))
    else for (const member of [...inner].reverse()) waiting.push(member)
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
  return 'not' in normal ? normal.not : { not: normal }
}

function leaf(where: PlainLeaf): PlainLeaf {
  if (!('in' in where) || where.in.length !== 1) return where
  const [value = null] = where.in
  return value === null ? where : { col: where.col, eq: value }
}
