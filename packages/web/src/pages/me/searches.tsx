// The searches that one has saved.
import type { SavedSearch } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { Heads } from '../../parts/heads.js'
import { Link } from '../../parts/link.js'
import { SavedSearchLink } from '../../parts/saved-search-link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../define.js'
import { Frame, requireWho } from './frame.js'
import { meTexts } from '../../texts/english/me.js'

export const searches = definePage<readonly SavedSearch[]>({
  texts: { me: meTexts },
  load: async (operations, address) => {
    requireWho(address)
    const { saved_searches } = await operations.savedSearches.get()
    return saved_searches.filter(({ kind }) => kind === 'search')
  },
  title: (_, texts) => texts.me.searches,
  View: Searches,
})

function Searches({ data: saved }: { readonly data: readonly SavedSearch[] }) {
  const { texts, operations, isLive } = useApp()
  const said = texts.me
  const { run, isBusy, refusal } = useWrite()
  return (
    <Frame heading={said.searches}>
      {refusal !== undefined && <Alert message={refusal} />}
      {saved.length === 0 ? (
        <>
          <p class="quiet-text">{said.noSearches}</p>
          <p>
            <Link to="/bugs?status=__open__">{said.showBugs}</Link>
          </p>
        </>
      ) : (
        <table class="things" aria-label={said.searches}>
          <Heads of={[said.name, said.sharedWith]} hasButtons />
          <tbody>
            {saved.map(({ id, name, shared_with }) => (
              <tr key={id}>
                <th scope="row">
                  <SavedSearchLink name={name} />
                </th>
                <td data-label={said.sharedWith}>
                  <bdi>{visible(shared_with ?? said.nobody)}</bdi>
                </td>
                <td>
                  <button
                    type="button"
                    disabled={!isLive.value || isBusy}
                    onClick={() =>
                      void run(() => operations.savedSearches.delete({ ids: [id] }), said.searchDeleted(visible(name)))
                    }
                  >
                    {said.deleteThis(visible(name))}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Frame>
  )
}
