// A rule decides one aspect of bugs that are being written, from the parts that it declares.
import type { Row, Reader } from '../../../schema/index.js'
import type { Product } from '../../../setup/catalogue.js'
import type { Call, User } from '../../../call/context.js'
import type { AliasOwners } from '../../../access/find-bugs.js'
import type { Setters } from '../../flags/after-move.js'
import type { Requestees } from '../../flags/requestees.js'
import type { UserCache } from '../../users/user-cache.js'
import type { CreateInput, UpdateInput } from '../fields/body-types.js'
import type { PartName } from '../fields/bug-parts.js'
import type { BugDraft, Drafts } from '../state/draft.js'
import type { CustomGiven } from '../fields/body.js'
import type { Refuse } from './refuse.js'
import type { BugFinder, PersonFinder } from './lookups.js'

export type PrivacyOf = Pick<Row<'comments'>, 'id' | 'bug_id' | 'is_private'>

/** The looked up names of a write's input. The drafts include the named bugs and others that change with them. */
export interface BugWrite<P extends PartName = PartName> extends Drafts<P> {
  readonly call: Call
  readonly bugs: BugFinder
  readonly person: PersonFinder
  readonly custom: CustomGiven
  /** The bugs with the aliases that the input names. */
  readonly owners: AliasOwners
  /** How checks report an error about one bug. */
  readonly refuse: Refuse
  /** Known people, and a cache for others. */
  readonly people: UserCache
}

/** One run of Create Bug. */
export interface CreateWrite<P extends PartName = PartName> extends BugWrite<P> {
  readonly input: CreateInput
  readonly product: Product
  /** Names of tags that the caller may give the description. */
  readonly tags: readonly string[]
}

/** One run of Update Bug. */
export interface UpdateWrite<P extends PartName = PartName> extends BugWrite<P> {
  readonly user: User
  readonly input: UpdateInput
  readonly requestees: Requestees
  /** The setters of flags on bugs that move. */
  readonly setters: Setters
  /** The comments of comment_is_private that the caller can see, by id. */
  readonly comments: ReadonlyMap<number, PrivacyOf>
}

interface RuleOf<P extends PartName> {
  readonly name: string
  /** The parts that it reads and sets. */
  readonly needs: readonly P[]
  /** Returns whether the rule has anything to do. Otherwise its parts are not loaded and it does not run. */
  readonly applies: (input: UpdateInput, call: Call) => boolean
  /** Sets the row and the parts of a new bug. Pure. */
  readonly create?: (draft: BugDraft<P>, write: CreateWrite<P>) => void
  /** The same for a new bug that has its ID already: the changes of other bugs. Pure. */
  readonly createLinks?: (draft: BugDraft<P>, write: CreateWrite<P>) => void
  /** Changes the row and the parts of a bug, and of others that change with it. Pure. */
  readonly update?: (draft: BugDraft<P>, write: UpdateWrite<P>) => void
  /** Checks that need other bugs and people. `named` are the drafts of the bugs that the input names. */
  readonly check?: (tx: Reader, named: readonly BugDraft<P>[], write: BugWrite<P>) => Promise<void> | void
}

/** A rule whose parts have always been loaded. */
export type Rule = RuleOf<PartName>

/** Makes a rule. It cannot read a part that it does not need. */
export function rule<const P extends PartName = never>(rule: RuleOf<P>): Rule {
  return rule
}
