// The searches that one has saved.
import type { SavedSearch, User } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { Alert } from '../../parts/alert.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { SavedSearchLink } from '../../parts/saved-search-link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { Frame, requireWho } from './frame.js'
import { meTexts } from '../../texts/english/me.js'
import { scheduleTexts } from '../../texts/english/schedules.js'
import { ScheduleButton, Schedules, type Scheduling } from './schedules.js'

/** Users whose names are asked for together. */
const mostAtOnce = 200

interface SearchesData {
  readonly own: readonly SavedSearch[]
  readonly shared: readonly SharedSearch[]
  readonly scheduling: Scheduling
}

/** A search of another user. */
type SharedSearch = Pick<SavedSearch, 'id' | 'name' | 'shared_with'> & {
  readonly sharer: Pick<User, 'id' | 'name' | 'real_name'>
}

export const searches = definePage<SearchesData>({
  texts: { me: meTexts, schedules: scheduleTexts },
  async load(operations, address) {
    const { login } = requireWho(address)
    const [{ saved_searches }, { schedules: every, ...rights }] = await Promise.all([
      operations.savedSearches.get({ include_shared: true }),
      operations.schedules.get(),
    ])
    const scheduling = { ...rights, schedules: every.filter(({ kind }) => kind === 'search') }
    const all = saved_searches.filter(({ kind }) => kind === 'search')
    const others = all.filter(({ user }) => user !== login)
    const shared = await withSharers(operations, others)
    return { own: all.filter(({ user }) => user === login), shared, scheduling }
  },
  title: (_, texts) => texts.me.searches,
  View: Searches,
})

/** With the users who share them: their IDs are in the addresses of the lists. */
async function withSharers(operations: Client, searches: readonly SavedSearch[]): Promise<readonly SharedSearch[]> {
  const logins = [...new Set(searches.map(({ user }) => user))]
  const sharers = new Map<string, SharedSearch['sharer']>()
  for (let from = 0; from < logins.length; from += mostAtOnce) {
    const names = logins.slice(from, from + mostAtOnce)
    const asked = { names, include_fields: ['id', 'name', 'real_name'], permissive: true } as const
    for (const user of (await operations.users.get(asked)).users) sharers.set(user.name, user)
  }
  return searches.flatMap((search) => {
    const sharer = sharers.get(search.user)
    return sharer ? [{ ...search, sharer }] : []
  })
}

function Searches({ data: { own, shared, scheduling } }: { readonly data: SearchesData }) {
  const labels = useApp().texts.me
  return (
    <Frame heading={labels.searches}>
      <OwnSearches saved={own} scheduling={scheduling} />
      {shared.length > 0 && <SharedSearches saved={shared} scheduling={scheduling} />}
      {scheduling.schedules.length > 0 && <Schedules schedules={scheduling.schedules} />}
    </Frame>
  )
}

interface SharedSearchesProps {
  readonly saved: readonly SharedSearch[]
  readonly scheduling: Scheduling
}

function SharedSearches({ saved, scheduling }: SharedSearchesProps) {
  const labels = useApp().texts.me
  return (
    <section>
      <h2>{labels.sharedSearches}</h2>
      <table class="things" aria-label={labels.sharedSearches}>
        <TableHeader of={[labels.name, labels.sharedBy, labels.sharedWith]} hasButtons={scheduling.can_schedule} />
        <tbody>
          {saved.map(({ id, name, sharer, shared_with }) => (
            <tr key={id}>
              <th scope="row">
                <SavedSearchLink name={name} sharer={sharer.id} />
              </th>
              <td data-label={labels.sharedBy}>
                <Person person={sharer} />
              </td>
              <td data-label={labels.sharedWith}>
                <bdi>{visible(shared_with ?? '')}</bdi>
              </td>
              {scheduling.can_schedule && (
                <td>
                  <ScheduleButton search={{ id, name }} scheduling={scheduling} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface OwnSearchesProps {
  readonly saved: readonly SavedSearch[]
  readonly scheduling: Scheduling
}

function OwnSearches({ saved, scheduling }: OwnSearchesProps) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.me
  const { run, isBusy, refusal } = useWrite()
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      {saved.length === 0 ? (
        <>
          <p class="quiet-text">{labels.noSearches}</p>
          <p>
            <Link to="/bugs?status=__open__">{labels.showBugs}</Link>
          </p>
        </>
      ) : (
        <table class="things" aria-label={labels.searches}>
          <TableHeader of={[labels.name, labels.sharedWith]} hasButtons />
          <tbody>
            {saved.map(({ id, name, shared_with }) => (
              <tr key={id}>
                <th scope="row">
                  <SavedSearchLink name={name} />
                </th>
                <td data-label={labels.sharedWith}>
                  <bdi>{visible(shared_with ?? labels.nobody)}</bdi>
                </td>
                <td>
                  <ScheduleButton search={{ id, name }} scheduling={scheduling} />
                  <button
                    type="button"
                    aria-label={labels.button(texts.schedules.deleteOne, visible(name))}
                    disabled={!isLive.value || isBusy}
                    onClick={() =>
                      void run(
                        () => operations.savedSearches.delete({ ids: [id] }),
                        labels.searchDeleted(visible(name)),
                      )
                    }
                  >
                    {texts.schedules.deleteOne}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
