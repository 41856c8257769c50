// A saved search and the criteria of an address beside it, as one search.
import type { FieldOfMetadata } from '@trackerkit/client'
import { hasCriteria, presentation } from './query.js'
import { readQuery } from './read.js'
import { groupOf, type Group, type Part, type SearchQuery } from './tree.js'
import { writeQuery } from './write.js'

/**
 * Returns a query that finds the bugs of both, in the order of the address if it has one; undefined if both have a
 * criterion that a query can have only once.
 */
export function withSaved(
  saved: URLSearchParams,
  address: URLSearchParams,
  fields: readonly FieldOfMetadata[],
): URLSearchParams | undefined {
  const beside = without(address, (name) => name === 'savedsearch')
  const own = without(saved, (name) => presentation.has(name) && beside.has(name))
  if (!hasCriteria(beside)) return new URLSearchParams([...own, ...beside])
  const [one, other] = [readQuery(own, fields), readQuery(beside, fields)]
  return conflict(one, other) ? undefined : writeQuery(joined(one, other), fields)
}

function without(query: URLSearchParams, isLeftOut: (name: string) => boolean): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !isLeftOut(name)))
}

function conflict(one: SearchQuery, other: SearchQuery): boolean {
  const names = new Set(one.kept.map(([name]) => name))
  return (one.words !== '' && other.words !== '') || other.kept.some(([name]) => names.has(name))
}

function joined(one: SearchQuery, other: SearchQuery): SearchQuery {
  return {
    root: groupOf([...partsOf(one.root), ...partsOf(other.root)]),
    words: one.words || other.words,
    order: other.order.length > 0 ? other.order : one.order,
    kept: [...one.kept, ...other.kept],
  }
}

function partsOf(root: Group): readonly Part[] {
  return root.match === 'AND' && !root.isNot ? root.parts : [root]
}
