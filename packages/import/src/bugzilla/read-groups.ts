import type { TrackerRecord } from '@trackerkit/core'
import { groupsAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from './ask-error.js'
import type { Known } from './known.js'
import type { Tell } from './notes.js'
import { readAs } from './read-as.js'

/** The groups of the source, as far as the account may see them. */
export async function readGroups(asker: Asker, known: Known, tell: Tell): Promise<TrackerRecord[]> {
  try {
    const { groups } = readAs(groupsAnswer, await asker.get('group'), 'group')
    for (const { id, name } of groups) known.addGroup(name, id ?? undefined)
    return groups.map(({ name, description, user_regexp, is_active }) => ({
      kind: 'group',
      name,
      description,
      user_regexp,
      is_active,
    }))
  } catch (error) {
    if (!(error instanceof AskError) || error.kind !== 'refused') throw error
    tell({ kind: 'source', id: 'groups', problem: `are not told, and made of their names alone: ${error.message}` })
    return []
  }
}
