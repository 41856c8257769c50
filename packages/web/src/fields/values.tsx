// Values of fields that are shown as links or lists.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { First } from '../parts/first.js'
import { Link } from '../parts/link.js'
import { Name, Person } from '../parts/name.js'
import { visible } from '../parts/visible.js'
import { pathOf } from '../page/page.js'

interface PeopleProps {
  readonly people: readonly BugsViewAnswer['bug']['cc_detail'][number][]
}

export function People({ people }: PeopleProps) {
  return <First of={people}>{(some) => <PeopleList people={some} />}</First>
}

function PeopleList({ people }: PeopleProps) {
  return (
    <span class="people">
      {people.map((person) => (
        <Person key={person.id} person={person} />
      ))}
    </span>
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
