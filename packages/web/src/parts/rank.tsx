// Marks of priorities and severities, by their position in the field and not by their names.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { MarkName } from '../generated/icons.js'
import { visible } from './visible.js'

/** From the most to the least urgent. Undefined: ordinary, without a mark. */
const ranks: Readonly<Record<string, readonly (MarkName | undefined)[]>> = {
  priority: ['highest', 'high', 'middle', 'low', 'lowest'],
  severity: ['severe', 'critical', 'major', undefined, 'down', 'down', 'idea'],
}

export const isRanked = (field: string): boolean => Object.hasOwn(ranks, field)

/** Returns the position of a value among those that say something, scaled to the number of marks; -1: none of them. */
export function rankOf({ name_in_bugs, values }: FieldOfMetadata): (value: string) => number {
  const names = values.map(({ name }) => name).filter((name) => name !== '' && name !== '---')
  const last = (ranks[name_in_bugs ?? '']?.length ?? 0) - 1
  return (value) => {
    const at = names.indexOf(value)
    return at < 0 || names.length === 1 ? at : Math.round((at * last) / (names.length - 1))
  }
}

interface RankProps {
  readonly field: string
  readonly value: string
  readonly rank: number
}

/** A value of priority or severity: a mark with its name, and on wide screens the word beside it. */
export function Rank({ field, value, rank }: RankProps) {
  if (value === '' || value === '---') return null
  const name = ranks[field]?.[rank]
  const text = visible(value)
  const look = name === undefined ? 'no-mark' : `mark-${name}${[' is-highest', ' is-high'][rank] ?? ''}`
  return (
    <bdi class={`rank ${look}`} role="img" aria-label={text}>
      {text}
    </bdi>
  )
}
