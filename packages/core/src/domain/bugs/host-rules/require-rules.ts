// The option `rules` of createTracker, which may not have been type checked.
import { kindOf } from '../../../kernel/error-text.js'
import { invalidOption } from '../../../kernel/renamed-options.js'
import { bugFieldEntries } from '../fields/index.js'
import type { RuleEvent } from '../../../call/host-rules.js'

const mostRules = 50
const nameForm = /^[a-z][a-z0-9-]{0,39}$/
const customField = /^cf_[a-z0-9_]{1,60}$/

const events: readonly RuleEvent[] = [
  ...(['bug.create', 'bug.update', 'comment.create', 'comment.update'] as const),
  ...(['attachment.create', 'attachment.update'] as const),
]

/** Those that responses always have, without details: rules can read them. */
const fields: readonly string[] = bugFieldEntries
  .filter(([, { shown, detailOf }]) => shown === undefined && detailOf === undefined)
  .map(([field]) => field)

/** @throws invalid_options */
export function requireRules(rules: unknown): void {
  if (!Array.isArray(rules)) throw invalidOption('rules', kindOf(rules), 'a list of rules, made by defineRule')
  if (rules.length > mostRules) throw invalidOption('rules', rules.length, `at most ${mostRules} rules`)
  const names = new Set<string>()
  for (const [index, rule] of rules.entries()) {
    const field = `rules.${index}`
    requireRule(rule, field)
    const { name } = rule as { readonly name: string }
    if (names.has(name)) throw invalidOption(`${field}.name`, name, 'each name once')
    names.add(name)
  }
}

function requireRule(rule: unknown, field: string): void {
  if (typeof rule !== 'object' || rule === null) throw invalidOption(field, kindOf(rule), 'a rule, made by defineRule')
  const { name, on, needs } = rule as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || !nameForm.test(name))
    throw invalidOption(
      `${field}.name`,
      typeof name === 'string' ? name : kindOf(name),
      'lowercase letters, digits and -',
    )
  requireNames(`${field}.on`, on, (event) => events.includes(event as RuleEvent), events.join(', '))
  requireNames(`${field}.needs`, needs, isField, `${fields.join(', ')}, cf_…`)
  if (Array.isArray(on) && on.length === 0) throw invalidOption(`${field}.on`, '', events.join(', '))
  const functions = ['set', 'check', 'after'].filter((name) => name in rule).map((name) => [name, rule[name as never]])
  const wrong = functions.find(([, given]) => given !== undefined && typeof given !== 'function')
  if (wrong) throw invalidOption(`${field}.${String(wrong[0])}`, kindOf(wrong[1]), 'a function')
  if (functions.every(([, given]) => given === undefined)) throw invalidOption(field, name, 'set, check or after')
  requireBugs(rule as Readonly<Record<string, unknown>>, field)
}

/** Only bugs can be changed. */
function requireBugs({ on, set }: Readonly<Record<string, unknown>>, field: string): void {
  const other = (on as readonly string[]).find((event) => !event.startsWith('bug.'))
  if (set !== undefined && other !== undefined)
    throw invalidOption(`${field}.on`, other, 'bug.create, bug.update with set')
}

function requireNames(field: string, given: unknown, isKnown: (name: string) => boolean, accepted: string): void {
  if (!Array.isArray(given)) throw invalidOption(field, kindOf(given), 'a list of names')
  const unknown: unknown = given.find((name) => typeof name !== 'string' || !isKnown(name))
  if (unknown !== undefined)
    throw invalidOption(field, typeof unknown === 'string' ? unknown : kindOf(unknown), accepted)
}

function isField(name: string): boolean {
  return fields.includes(name) || customField.test(name)
}
