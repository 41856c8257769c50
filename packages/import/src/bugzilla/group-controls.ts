// Group controls of products, which no tracker reports over REST.
import { fold } from '@trackerkit/core/store'
import type { AddNote } from '../passes/notes.js'
import type { ImportState } from './state.js'
import type { RecordOf } from '../passes/record-of.js'

/** A group control, from a file or guessed. */
export type GroupControlRecord = RecordOf<'group_control'>

/** Fewer bugs do not imply a rule. */
const fewest = 5

/** A group that all bugs of a product are in is mandatory there; one that some are in may be chosen. */
export function guessControls(
  tally: ImportState['tally'],
  given: readonly GroupControlRecord[],
  addNote: AddNote,
): GroupControlRecord[] {
  const said = new Set(given.map(({ product }) => fold(product)))
  const guessed: GroupControlRecord[] = []
  for (const [product, { bugs, groups }] of Object.entries(tally)) {
    if (said.has(fold(product))) continue
    for (const [group, count] of Object.entries(groups)) {
      const isAll = count === bugs && bugs >= fewest
      const control = isAll ? ('mandatory' as const) : ('shown' as const)
      addNote({
        kind: 'group_control',
        id: `${group} in ${product}`,
        problem: `is a guess: ${control}, for ${count} of ${bugs} bugs are in the group`,
      })
      guessed.push({
        ...{ kind: 'group_control', product, group, member_control: control },
        other_control: isAll ? control : 'na',
      })
    }
  }
  return guessed
}
