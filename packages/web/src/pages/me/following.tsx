// The bugs, products, components and users that the user follows, and muted bugs.
import type { FollowsGetAnswer, FollowsUpdateInput } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { TableHeader } from '../../parts/table-header.js'
import { visible } from '../../parts/visible.js'
import { pathOf } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

/** Rows of each kind. */
export const mostFollowed = 200

interface Row {
  readonly name: string
  readonly what: string
  /** Where it is; users have no page. */
  readonly to: string | undefined
  readonly target: NonNullable<FollowsUpdateInput['remove']>[number]
  readonly isMuted?: boolean
}

export function Following({ follows }: { readonly follows: FollowsGetAnswer }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.ways.following
  const { run, isBusy, refusal } = useWrite()
  const rows = useRows(follows)
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{labels.title}</h2>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.title}>
        <TableHeader of={[labels.name, labels.what]} hasButtons />
        <tbody>
          {rows.map(({ name, what, to, target, isMuted = false }) => (
            <tr key={`${what} ${name}`}>
              <th scope="row">{to === undefined ? <bdi>{name}</bdi> : <Link to={to}>{<bdi>{name}</bdi>}</Link>}</th>
              <td data-label={labels.what}>{what}</td>
              <td>
                <button
                  type="button"
                  disabled={!isLive.value || isBusy}
                  onClick={() =>
                    void run(() => operations.follows.update({ remove: [target] }), labels.ended(name, isMuted))
                  }
                >
                  {isMuted ? labels.unmute(name) : labels.unfollow(name)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function useRows({ bugs, muted, products, components, users }: FollowsGetAnswer): readonly Row[] {
  const { texts } = useApp()
  const labels = texts.ways.following
  const bugRow = (isMuted: boolean) => (bug: FollowsGetAnswer['bugs'][number]) => ({
    name: `${texts.bug.heading(bug.id)} ${visible(bug.summary)}`,
    what: isMuted ? labels.muted : labels.bug,
    to: pathOf('bug', bug.id),
    target: { bug: bug.id },
    isMuted,
  })
  const about = (place: FollowsGetAnswer['products'][number]) => labels.place(labels.scopes[place.scope], place.by_mail)
  return [
    ...products.map((place) => {
      const { product } = place
      return { name: visible(product), what: about(place), to: pathOf('products', product), target: { product } }
    }),
    ...components.map((place) => {
      const { product, component } = place
      const name = `${visible(product)} / ${visible(component)}`
      return { name, what: about(place), to: pathOf('products', product), target: { product, component } }
    }),
    ...users.map((user) => ({ name: visible(user), what: labels.user, to: undefined, target: { user } })),
    ...bugs.slice(0, mostFollowed).map(bugRow(false)),
    ...muted.slice(0, mostFollowed).map(bugRow(true)),
  ]
}
