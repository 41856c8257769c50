import { nullable, text, type Migration } from '../../store/index.js'

/** Older processes write changes without rules, and do not touch the names of rules. */
export const rulesOfHosts: Migration = {
  id: 25,
  name: 'rules of hosts',
  breaking: false,
  steps: [
    { addColumn: 'bug_history', name: 'rule', column: nullable(text()), fill: null },
    { addColumn: 'installation', name: 'rule_names', column: nullable(text()), fill: null },
  ],
}
