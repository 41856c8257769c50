// People and keywords, each always in the same color.
import type { UserDetail } from '@trackerkit/client'
import { nameOf } from '../page/who.js'
import { visible } from './visible.js'

/** One of twelve hues, by FNV-1a. */
function hueOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `hue-${(hash >>> 0) % 12}`
}

export function KeywordChip({ name }: { readonly name: string }) {
  return <bdi class={`keyword-chip ${hueOf(name)}`}>{visible(name)}</bdi>
}

interface PersonWithDiscProps {
  readonly person: Pick<UserDetail, 'id' | 'real_name' | 'name'>
}

/** A person with a disc of initials before the name. */
export function PersonWithDisc({ person }: PersonWithDiscProps) {
  const name = nameOf(person)
  return (
    <bdi {...discOf(person.id, name)} title={visible(person.name)}>
      {visible(name)}
    </bdi>
  )
}

/** The attributes of an element with the initials of a person before its text, drawn by styles, which saves an element per row. */
export function discOf(id: number, name: string) {
  return { class: `disc ${hueOf(String(id))}`, 'data-initials': initialsOf(visible(name)) }
}

/** Of the first and the last word; of an address, of its first one. */
function initialsOf(name: string): string {
  const words = name.split(/[\s.@]/).filter((word) => /^\p{L}/u.test(word))
  const ends = words.length > 1 && !name.includes('@') ? [words[0], words.at(-1)] : words.slice(0, 1)
  return ends.map((word = '') => /^./u.exec(word)?.[0].toUpperCase() ?? '').join('')
}
