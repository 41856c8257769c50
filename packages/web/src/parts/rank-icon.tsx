// Icons of priorities and severities, by their position in the field and not by their names.
import type { FieldOfMetadata } from '@trackerkit/client'
import { Icon, type IconName } from './icon.js'
import { visible } from './visible.js'

/** From the most to the least urgent. Undefined: ordinary, without an icon. */
const ranks: Readonly<Record<string, readonly (IconName | undefined)[]>> = {
  priority: ['highest', 'high', 'middle', 'low', 'lowest'],
  severity: ['severe', 'critical', 'major', undefined, 'down', 'down', 'idea'],
}

export const isRanked = (field: string): boolean => Object.hasOwn(ranks, field)

/** The position among the values that say something, scaled to the number of icons; -1: none of them. */
function rankOf(field: string, value: string, fields: readonly FieldOfMetadata[]): number {
  const values = fields.find(({ name_in_bugs }) => name_in_bugs === field)?.values ?? []
  const names = values.map(({ name }) => name).filter((name) => name !== '' && name !== '---')
  const at = names.indexOf(value)
  const last = (ranks[field]?.length ?? 0) - 1
  return at < 0 || names.length === 1 ? at : Math.round((at * last) / (names.length - 1))
}

interface RankProps {
  readonly field: string
  readonly value: string
  readonly fields: readonly FieldOfMetadata[]
}

/** A value of priority or severity: an icon with its name, and on wide screens the word beside it. */
export function Rank({ field, value, fields }: RankProps) {
  if (value === '' || value === '---') return null
  const rank = rankOf(field, value, fields)
  const name = ranks[field]?.[rank]
  const text = visible(value)
  return (
    <span class={`rank ${rank === 0 ? 'is-highest' : rank === 1 ? 'is-high' : ''}`}>
      {name === undefined ? (
        <span class="icon no-icon" role="img" aria-label={text} />
      ) : (
        <Icon name={name} label={text} />
      )}
      <bdi class="word" aria-hidden="true">
        {text}
      </bdi>
    </span>
  )
}
