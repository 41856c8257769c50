// Values of fields that are shown as links or lists.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { First } from '../parts/first.js'
import { Icon } from '../parts/icon.js'
import { Link } from '../parts/link.js'
import { Name, Person } from '../parts/name.js'
import { visible } from '../parts/visible.js'
import { useApp } from '../state/app.js'
import { pathOf } from '../page/page.js'

interface PeopleProps {
  readonly people: readonly BugsViewAnswer['bug']['cc_detail'][number][]
  readonly onRemove?: ((login: string) => void) | undefined
}

export function People({ people, onRemove }: PeopleProps) {
  return <First of={people}>{(some) => <PeopleList people={some} onRemove={onRemove} />}</First>
}

function PeopleList({ people, onRemove }: PeopleProps) {
  const { texts } = useApp()
  return (
    <ul class="people">
      {people.map((person) => (
        <li key={person.id}>
          <Person person={person} />
          {onRemove && (
            <button
              type="button"
              class="quiet icon-button"
              aria-label={texts.bug.removeCc(visible(person.name))}
              onClick={() => onRemove(person.name)}
            >
              <Icon name="remove" size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Only web addresses are links; other text is shown as it is. */
export function Address({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <Name text={url} />
  return (
    <a href={url} rel="noopener nofollow ugc" class="address">
      {visible(url)}
    </a>
  )
}

interface RelatedProps {
  readonly ids: readonly number[]
  readonly related: BugsViewAnswer['related']
}

/** IDs of bugs with their summaries. */
export function Related({ ids, related }: RelatedProps) {
  return (
    <First of={ids}>
      {(some) => (
        <ul class="related">
          {some.map((id) => (
            <RelatedBug key={id} id={id} bug={related.find((one) => one.id === id)} />
          ))}
        </ul>
      )}
    </First>
  )
}

interface RelatedBugProps {
  readonly id: number
  readonly bug: BugsViewAnswer['related'][number] | undefined
}

function RelatedBug({ id, bug }: RelatedBugProps) {
  return (
    <li class={bug?.is_open === false ? 'is-closed' : undefined}>
      <Link to={pathOf('bug', id)}>{id}</Link> <bdi class="quiet-text">{visible(bug?.summary ?? '')}</bdi>
    </li>
  )
}
