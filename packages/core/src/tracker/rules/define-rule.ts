import { refuseUnknownOptions, type OptionNames } from '../../kernel/renamed-options.js'
import type { Rule, RuleChanges, RuleDefinition, RuleEvent, RuleField } from './rule.js'

const names: OptionNames<RuleDefinition<RuleEvent, readonly RuleField[]>> = {
  name: true,
  on: true,
  needs: true,
  set: 'a function',
  check: 'a function',
  after: 'a function',
}

/**
 * Defines a rule for `createTracker({ rules })`. A field that is not in `needs` does not compile.
 *
 * @throws invalid_options for an unknown or invalid function
 * @example
 * const blockers = defineRule({
 *   name: 'blockers-are-approved',
 *   on: ['bug.create', 'bug.update'],
 *   needs: ['severity', 'keywords'],
 *   check: ({ after }) =>
 *     after.severity === 'blocker' && !after.keywords.includes('approved')
 *       ? { field: 'severity', reason: 'not_approved', message: 'A blocker needs the keyword approved.' }
 *       : undefined,
 * })
 */
export function defineRule<
  const E extends RuleEvent,
  const N extends readonly RuleField[] = readonly [],
  C extends RuleChanges<E> = RuleChanges<E>,
>(rule: RuleDefinition<E, N, C>): Rule {
  // A misspelled `check` would reject nothing.
  refuseUnknownOptions(rule, names, 'defineRule')
  const { name, on, needs = [] } = rule
  return {
    name,
    on: typeof on === 'string' ? [on] : on,
    needs,
    set: rule.set && ((write, tx) => rule.set?.(write, tx)),
    check: rule.check && ((write, tx) => rule.check?.(write, tx)),
    after: rule.after && ((write, tx) => rule.after?.(write, tx)),
  }
}
