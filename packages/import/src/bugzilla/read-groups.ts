import type { TrackerRecord } from '@trackerkit/core/moving'
import { groupsAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import type { SourceAccount } from './connect.js'
import type { Known } from './known.js'
import type { AddNote } from '../passes/notes.js'
import { readAs } from './read-as.js'

/** The groups of the source, as far as the account may see them. */
export async function readGroups(
  asker: Asker,
  account: SourceAccount | undefined,
  known: Known,
  addNote: AddNote,
): Promise<TrackerRecord[]> {
  const groups = (await all(asker)) ?? (await ofAccount(asker, account))
  if (!groups) {
    addNote({ kind: 'source', id: 'groups', problem: 'are not visible: groups are created with their names only' })
    return []
  }
  for (const { id, name } of groups) known.addGroup(name, id ?? undefined)
  return groups.map(({ name, description, user_regexp, is_active }) => ({
    ...{ kind: 'group', name, description, user_regexp, is_active },
  }))
}

async function all(asker: Asker) {
  try {
    return readAs(groupsAnswer, await asker.get('group'), 'group').groups
  } catch (error) {
    if (error instanceof AskError && error.kind === 'refused') return undefined
    throw error
  }
}

/** Version 5.0 reports groups only by ID. Administrators are in all of them. */
async function ofAccount(asker: Asker, account: SourceAccount | undefined) {
  if (!account || account.groups.length === 0) return undefined
  try {
    const ids = account.groups.map(({ id }) => id)
    return readAs(groupsAnswer, await asker.get('group', { ids }), 'group').groups
  } catch (error) {
    if (error instanceof AskError && error.kind === 'refused') return undefined
    throw error
  }
}
