// All rules for writing bugs. Each rule sees the draft as the rules before it left it. If several things are wrong with
// an input, the first is reported.
import { aliasesRule } from './aliases.js'
import { blockersRule } from './blockers.js'
import { commentRule, privacyRule } from './comment.js'
import { customRule } from './custom-input.js'
import { dependenciesRule } from './dependencies.js'
import { duplicateRule } from './duplicates.js'
import { flagsRule } from './flags.js'
import { groupsRule } from './groups.js'
import { keywordsRule } from './keywords.js'
import { seeAlsoRule } from './links.js'
import { ccRule, peopleRule } from './people.js'
import { placementRule } from './placement.js'
import { plainFieldsRule, summaryRule } from './plain-fields.js'
import type { Rule } from './rule.js'
import { statusRule } from './status.js'

/** Those of an update, in the order in which they are asked. */
export const rules: readonly Rule[] = [
  placementRule,
  groupsRule,
  dependenciesRule,
  seeAlsoRule,
  keywordsRule,
  plainFieldsRule,
  peopleRule,
  commentRule,
  privacyRule,
  statusRule,
  customRule,
  ccRule,
  aliasesRule,
  flagsRule,
  duplicateRule,
  blockersRule,
]

/** The rules for new bugs, in their order. */
export const creationRules: readonly Rule[] = [
  groupsRule,
  keywordsRule,
  aliasesRule,
  summaryRule,
  placementRule,
  peopleRule,
  statusRule,
  plainFieldsRule,
  ccRule,
  customRule,
  commentRule,
  dependenciesRule,
  seeAlsoRule,
]
