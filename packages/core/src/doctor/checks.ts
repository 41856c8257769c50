// Everything that must hold in a store, in the order in which it is looked at.
import { bugColumns } from './bug-columns.js'
import type { Check, Derivation } from './check.js'
import { commentNumbers } from './comment-numbers.js'
import { contents } from './contents.js'
import { feedCheck } from './feed.js'
import { followCheck } from './follows.js'
import { foldedTwins } from './folded-twins.js'
import { historyCheck } from './history.js'
import { inboundBugs } from './inbound-bugs.js'
import { lastChangers } from './last-changers.js'
import { loginCheck } from './logins.js'
import { outboxCheck } from './outbox.js'
import { patternCheck } from './patterns.js'
import { placementCheck } from './placement.js'
import { reactedComments, tagWeights } from './comment-columns.js'
import { referenceCheck } from './references.js'
import { searchableTexts } from './searchable-texts.js'

/** Every transaction begins with the one row of the installation. */
const installationCheck: Check = {
  name: 'installation',
  holds: 'the installation is one row',
  async find(tx, tell) {
    const rows = await tx.select({ from: 'installation', columns: ['id'], limit: 2 })
    if (rows.length === 1 && rows[0]?.id === 1) return
    const text = rows.length === 0 ? 'there is no tracker in the store' : 'there is more than one row, or not number 1'
    await tell({ check: this.name, place: 'installation', text, isRepairable: false })
  },
}

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
  followCheck,
  patternCheck,
]

export const derivations: readonly Derivation[] = [
  ...foldedTwins,
  bugColumns,
  lastChangers,
  tagWeights,
  reactedComments,
  searchableTexts,
  inboundBugs,
]
