// Loads the data for a new bug.
import { requireUser, type Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import type { Product } from '../../../setup/catalogue.js'
import { loadAliasOwners, type BugRow } from '../../../access/find-bugs.js'
import { findUsersByLogin } from '../../users/find.js'
import { createUserCache } from '../../users/user-cache.js'
import type { CreateInput } from '../fields/body-types.js'
import { emptyParts } from '../fields/bug-parts.js'
import { blankColumns } from '../fields/bug-row.js'
import { customFieldsIn, customRefs } from '../rules/custom-input.js'
import { localRefs } from '../rules/links.js'
import { fail } from '../rules/refuse.js'
import { lookUpBugs, personFinder } from '../rules/lookups.js'
import type { CreateWrite } from '../rules/rule.js'
import { createDraft, createDrafts, type AnyDraft } from '../state/draft.js'
import { loadParts } from '../state/load-parts.js'

/** Looks up what the input names. @throws unknown_parameter, param_invalid for custom fields */
export async function loadCreate(
  tx: Reader,
  call: Call,
  product: Product,
  input: CreateInput,
  tags: readonly string[],
): Promise<CreateWrite> {
  const custom = customFieldsIn(call.catalogue, input)
  const { assigned_to = '', qa_contact = '', cc = [], depends_on = [], blocks = [], see_also, alias = [] } = input
  const refs = [...depends_on, ...blocks, ...localRefs(call, { add: see_also }), ...customRefs(custom)]
  const owners = await loadAliasOwners(tx, [...refs, ...(typeof alias === 'string' ? [alias] : alias)])
  const logins = [assigned_to, qa_contact, ...cc].filter((login) => login.trim() !== '')
  const users = await findUsersByLogin(tx, logins)
  const bugs = await lookUpBugs(tx, call, refs, owners)
  return {
    ...createDrafts(await loadParts(tx, bugs.all(), new Set(['dependencies', 'see_also']))),
    call,
    input,
    product,
    tags,
    bugs,
    person: personFinder(users),
    custom,
    owners,
    refuse: fail,
    people: createUserCache(tx, call.catalogue, users.values()),
  }
}

/** A bug with only a reporter and a time. */
export function beginBug(call: Call, creatorId = requireUser(call.who).id): AnyDraft {
  const row = {
    ...blankColumns,
    id: 0,
    creator_id: creatorId,
    creation_time: call.now,
    last_change_time: call.now,
    last_changer_id: call.who.user?.id ?? null,
  }
  // The rules give it the rest.
  return createDraft(row as BugRow, emptyParts, true)
}
