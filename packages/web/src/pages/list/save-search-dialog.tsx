// Gives the search at hand a name.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { useEffect, useId } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { metadataOfLists } from '../../page/metadata.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { ownSearch } from '../query/own-search.js'

interface SaveSearchDialogProps {
  readonly query: URLSearchParams
  readonly onClose: () => void
}

/** Name and group, and saving the search with them. */
function useSaveSearch({ query, onClose }: SaveSearchDialogProps) {
  const app = useApp()
  const { texts, operations } = app
  const { done, notJoinable } = texts.listTools.saveSearch
  const name = useSignal(query.get('savedsearch') ?? '')
  const group = useSignal('')
  const groups = useSignal<readonly string[]>([])
  const failure = useSignal<string | undefined>(undefined)
  const { run, isBusy, refusal } = useWrite()
  useEffect(() => {
    void groupsOf(operations).then((loaded) => (groups.value = loaded))
    void sharedWith(operations, query).then((loaded) => (group.value ||= loaded))
  }, [])
  const save = async () => {
    const trimmed = name.value.trim()
    const current = app.query()
    failure.value = undefined
    try {
      const { savedQuery } = await import('../search/page.js')
      const search = await savedQuery(operations, current)
      if (search === undefined) {
        failure.value = notJoinable
        return
      }
      const saved = { name: trimmed, query: search, shared_with: group.value || null }
      await run(
        () => operations.savedSearches.save(saved),
        done(visible(trimmed)),
        async () => {
          onClose()
          await app.go(`/bugs?${new URLSearchParams({ savedsearch: trimmed })}`)
        },
      )
    } catch (error) {
      // The script of queries may be missing, for example after an upgrade.
      failure.value = isTrackerError(error) ? error.message : texts.error.title
    }
  }
  return { name, group, groups, isBusy, refusal: failure.value ?? refusal, save }
}

export function SaveSearchDialog(props: SaveSearchDialogProps) {
  const { onClose } = props
  const { texts } = useApp()
  const labels = texts.listTools.saveSearch
  const [nameId, shareId] = [useId(), useId()]
  const { name, group, groups, isBusy, refusal, save } = useSaveSearch(props)
  return (
    <Dialog title={labels.title} onClose={onClose}>
      <form
        class="thing-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {refusal !== undefined && <Alert message={refusal} />}
        <div class="form-row">
          <label for={nameId}>{labels.name}</label>
          <input
            id={nameId}
            type="text"
            autocomplete="off"
            dir="auto"
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </div>
        <div class="form-row">
          <label for={shareId}>{labels.shareWith}</label>
          <ChoiceField
            id={shareId}
            label={labels.shareWith}
            value={group.value}
            options={groups.value}
            empty={labels.nobody}
            onChoose={(chosen) => (group.value = chosen)}
          />
        </div>
        <DialogFoot onCancel={onClose}>
          <button type="submit" class="primary" disabled={isBusy || name.value.trim() === ''}>
            {labels.save}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Groups that the user can share with; empty if they cannot be determined. */
async function groupsOf(operations: Client): Promise<string[]> {
  const metadata = await metadataOfLists(operations).catch(() => undefined)
  return (metadata?.groups ?? []).filter(({ is_member }) => is_member).map(({ name }) => name)
}

/** The group that the search at hand is shared with already; empty: none. */
async function sharedWith(operations: Client, query: URLSearchParams): Promise<string> {
  const saved = await ownSearch(operations, query.get('savedsearch')).catch(() => undefined)
  return saved?.shared_with ?? ''
}
