// The life of the stored schema: numbered steps that never change once released.
import type { Migration } from '../../store/index.js'
import { initial } from './0001-initial.js'
import { commentsOfBugsByTime } from './0002-comments-of-bugs-by-time.js'
import { mailIsDelivered } from './0003-mail-is-delivered.js'
import { contentInParts } from './0004-content-in-parts.js'
import { attemptsByLoginName } from './0005-attempts-by-login-name.js'
import { schemaVersion } from './0006-schema-version.js'
import { revokedByOthers } from './0007-revoked-by-others.js'
import { searchesByTime } from './0008-searches-by-time.js'
import { changeFeed } from './0009-change-feed.js'
import { externalAccounts } from './0010-external-accounts.js'
import { writesDoneOnce } from './0011-writes-done-once.js'
import { webhooks } from './0012-webhooks.js'
import { countsByIndex } from './0013-counts-by-index.js'
import { webhooksCatchUp } from './0014-webhooks-catch-up.js'
import { originOfSessions } from './0015-origin-of-sessions.js'
import { commentsAreEdited } from './0016-comments-are-edited.js'
import { imports } from './0017-imports.js'
import { whatKeysAreFor } from './0018-what-keys-are-for.js'
import { erasedLogins } from './0019-erased-logins.js'
import { codesByMail } from './0020-codes-by-mail.js'
import { secondFactors } from './0021-second-factors.js'
import { inboundItems } from './0022-inbound.js'
import { confirmedSessions } from './0023-confirmed-sessions.js'
import { markdown } from './0024-markdown.js'
import { rulesOfHosts } from './0025-rules-of-hosts.js'
import { logins } from './0026-logins.js'
import { listsOfPeopleByTime } from './0027-lists-of-people-by-time.js'
import { code } from './0028-code.js'
import { replies } from './0029-replies.js'
import { factsOfSessions } from './0030-facts-of-sessions.js'
import { mentionsAndReactions } from './0031-mentions-and-reactions.js'
import { mailboxClaims } from './0032-mailbox-claims.js'
import { bounces } from './0033-bounces.js'
import { passkeys } from './0034-passkeys.js'
import { removedLinks } from './0035-removed-links.js'
import { inbox } from './0036-inbox.js'
import { reports } from './0037-reports.js'
import { issuersOfSessions } from './0038-issuers-of-sessions.js'
import { timesOfMentions } from './0039-times-of-mentions.js'
import { schedules } from './0040-schedules.js'
import { forms } from './0041-forms.js'
import { proofsOfLinks } from './0042-proofs-of-links.js'
import { stoppedFollows } from './0043-stopped-follows.js'
import { templates } from './0044-templates.js'
import { keywordsOfForms } from './0045-keywords-of-forms.js'
import { votes } from './0046-votes.js'
import { counts } from './0047-counts.js'
import { countsByStatement } from './0048-counts-by-statement.js'
import { productChanges } from './0049-product-changes.js'

/** All steps from an empty store to `schema`, in their order. */
export const migrations: readonly Migration[] = [
  initial,
  commentsOfBugsByTime,
  mailIsDelivered,
  contentInParts,
  attemptsByLoginName,
  schemaVersion,
  revokedByOthers,
  searchesByTime,
  changeFeed,
  externalAccounts,
  writesDoneOnce,
  webhooks,
  countsByIndex,
  webhooksCatchUp,
  originOfSessions,
  commentsAreEdited,
  imports,
  whatKeysAreFor,
  erasedLogins,
  codesByMail,
  secondFactors,
  inboundItems,
  confirmedSessions,
  markdown,
  rulesOfHosts,
  logins,
  listsOfPeopleByTime,
  code,
  replies,
  factsOfSessions,
  mentionsAndReactions,
  mailboxClaims,
  bounces,
  passkeys,
  removedLinks,
  inbox,
  reports,
  issuersOfSessions,
  timesOfMentions,
  schedules,
  forms,
  proofsOfLinks,
  stoppedFollows,
  templates,
  keywordsOfForms,
  votes,
  counts,
  countsByStatement,
  productChanges,
]
