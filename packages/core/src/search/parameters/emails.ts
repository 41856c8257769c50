// The email blocks of a search: email1 with the roles it may have in a bug.
import type { SearchParameters } from './search-parameters.js'
import { valuesFor } from '../condition/values.js'
import { requireOperator } from '../fields/require.js'
import { test, type Condition } from '../condition/tree.js'

/** Role in the name of a parameter → the field it stands for. */
const roles = {
  assigned_to: 'assigned_to',
  reporter: 'reporter',
  qa_contact: 'qa_contact',
  cc: 'cc',
  longdesc: 'commenter',
} as const

const names = /^email(type|assigned_to|reporter|qa_contact|cc|longdesc)?\d+$/

export function isEmailName(name: string): boolean {
  return names.test(name)
}

/**
 * Returns one condition per block: a matching user in one of its roles. A block without a value or without a role is
 * ignored.
 */
export function readEmails(given: SearchParameters): Condition[] {
  const blocks = given.names.flatMap((name) => /^email(\d+)$/.exec(name)?.[1] ?? [])
  return blocks.flatMap((block) => readBlock(given, block))
}

function readBlock(given: SearchParameters, block: string): Condition[] {
  const name = `email${block}`
  const typed = `emailtype${block}`
  const operator = requireOperator(given.first(typed) ?? 'anyexact', typed)
  const values = valuesFor(operator, given.texts(name), name).map((value) => value.trim())
  if (values.length === 0) return []
  const source = { field: name, operator: typed, value: name }
  const ways = Object.entries(roles)
    .filter(([role]) => given.isOn(`email${role}${block}`))
    .map(([, field]) => test(field, operator, values, source))
  return ways.length === 0 ? [] : [{ any: ways }]
}
