// Everything that must hold in a store, in the order in which it is looked at.
import { bugColumns } from './bug-columns.js'
import type { Check, Derivation } from './check.js'
import { commentNumbers } from './comment-numbers.js'
import { contents } from './contents.js'
import { feedCheck } from './feed.js'
import { foldedTwins } from './folded-twins.js'
import { historyCheck } from './history.js'
import { installationCheck } from './installation.js'
import { loginCheck } from './logins.js'
import { outboxCheck } from './outbox.js'
import { patternCheck } from './patterns.js'
import { placementCheck } from './placement.js'
import { reactedComments } from './reacted-comments.js'
import { referenceCheck } from './references.js'
import { searchableTexts } from './searchable-texts.js'
import { tagWeights } from './tag-weights.js'

export const checks: readonly Check[] = [
  installationCheck,
  referenceCheck,
  placementCheck,
  commentNumbers,
  historyCheck,
  contents,
  feedCheck,
  outboxCheck,
  loginCheck,
  patternCheck,
]

export const derivations: readonly Derivation[] = [
  ...foldedTwins,
  bugColumns,
  tagWeights,
  reactedComments,
  searchableTexts,
]
