// The bugs, products, components and users that the user follows, and bugs that are muted or no longer followed.
import type { FollowsGetAnswer, FollowsUpdateInput } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { PartLinks } from '../../parts/part-links.js'
import { TableHeader } from '../../parts/table-header.js'
import { visible } from '../../parts/visible.js'
import type { Part } from '../../page/part.js'
import { pathOf, type PageAddress } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import type { Texts } from '../../texts/index.js'
import type { Place } from '../products/follow.js'

type Bug = FollowsGetAnswer['bugs'][number]
type State = 'followed' | 'muted' | 'off'

export type Followed =
  { readonly place: Place } | { readonly user: string } | { readonly bug: Bug; readonly state: State }

/** In one list, in the order that offsets count. */
export function followedIn({ bugs, muted, off, products, components, users }: FollowsGetAnswer): Followed[] {
  return [
    ...[...products, ...components].map((place) => ({ place })),
    ...users.map((user) => ({ user })),
    ...bugs.map((bug) => ({ bug, state: 'followed' as const })),
    ...muted.map((bug) => ({ bug, state: 'muted' as const })),
    ...off.map((bug) => ({ bug, state: 'off' as const })),
  ]
}

interface FollowingProps {
  readonly part: Part<Followed>
  readonly address: PageAddress
}

interface Row {
  readonly name: string
  readonly what: string
  /** Where it is; users have no page. */
  readonly to: string | undefined
  readonly target: NonNullable<FollowsUpdateInput['remove']>[number]
  readonly state?: State
}

const doneOf = { followed: 'ended', muted: 'unmuted', off: 'isReset' } as const

export function Following({ part, address }: FollowingProps) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.ways.following
  const { run, isBusy, refusal } = useWrite()
  if (part.total === 0) return null
  return (
    <section>
      <h2>{labels.title}</h2>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.title}>
        <TableHeader of={[labels.name, labels.what]} hasButtons />
        <tbody>
          {part.rows
            .map((one) => rowOf(one, texts))
            .map(({ name, what, to, target, state = 'followed' }) => (
              <tr key={`${what} ${name}`}>
                <th scope="row">{to === undefined ? <bdi>{name}</bdi> : <Link to={to}>{<bdi>{name}</bdi>}</Link>}</th>
                <td data-label={labels.what}>{what}</td>
                <td>
                  <button
                    type="button"
                    aria-label={labels.button(labels.buttons[state], name)}
                    disabled={!isLive.value || isBusy}
                    onClick={() =>
                      void run(() => operations.follows.update({ remove: [target] }), labels[doneOf[state]](name))
                    }
                  >
                    {labels.buttons[state]}
                  </button>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <PartLinks part={part} address={address} of={labels.title} />
    </section>
  )
}

function rowOf(one: Followed, texts: Texts): Row {
  const labels = texts.ways.following
  if ('user' in one) return { name: visible(one.user), what: labels.user, to: undefined, target: { user: one.user } }
  if ('place' in one) {
    const { product, component, scope, by_mail } = one.place
    const what = labels.place(labels.scopes[scope], by_mail)
    const to = pathOf('products', product)
    if (component === undefined) return { name: visible(product), what, to, target: { product } }
    return { name: `${visible(product)} / ${visible(component)}`, what, to, target: { product, component } }
  }
  const { bug, state } = one
  return {
    name: `${texts.bug.heading(bug.id)} ${visible(bug.summary)}`,
    what: labels[state === 'followed' ? 'bug' : state],
    to: pathOf('bug', bug.id),
    target: { bug: bug.id },
    state,
  }
}
