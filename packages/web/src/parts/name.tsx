import type { UserDetail } from '@trackerkit/client'
import { nameOf } from '../page/who.js'
import { visible } from './visible.js'

/** A user-supplied name, isolated so that its text direction does not affect its surroundings. */
export function Name({ text }: { readonly text: string }) {
  return <bdi>{visible(text)}</bdi>
}

/** A person by the real name; the login name shows when one points at it. */
export function Person({ person }: { readonly person: Pick<UserDetail, 'real_name' | 'name'> }) {
  return (
    <bdi class="person" title={visible(person.name)}>
      {visible(nameOf(person))}
    </bdi>
  )
}
