// The preview of a change to several bugs: every change and every error.
import type { BugsUpdateAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { Refusal } from '@trackerkit/client'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { labelOf } from '../../page/field-label.js'
import { pathOf } from '../../page/page.js'
import type { BulkBug } from './selection.js'

interface BulkPreviewProps {
  readonly metadata: ServerMetadataAnswer
  readonly bugs: readonly BulkBug[]
  readonly preview: BugsUpdateAnswer
  readonly hasComment: boolean
  readonly isBusy: boolean
  readonly onChange: (ids: readonly number[]) => void
  /** Undefined for a single bug. */
  readonly onLeaveOut: ((ids: readonly (number | string)[]) => void) | undefined
  readonly onClose: () => void
}

export function BulkPreview(props: BulkPreviewProps) {
  const { metadata, preview, hasComment, isBusy, onChange, onLeaveOut, onClose } = props
  const { texts } = useApp()
  const labels = texts.bulk
  const { bugs, faults = [] } = preview
  // Bugs without changes are skipped, unless they get the comment.
  const changedIds = bugs.filter(({ changes }) => hasComment || Object.keys(changes).length > 0).map(({ id }) => id)
  return (
    <Dialog title={labels.preview} isWide onClose={onClose}>
      {faults.length > 0 && <Refusals faults={faults} onLeaveOut={onLeaveOut} />}
      <Changes metadata={metadata} bugs={bugs} listed={props.bugs} />
      {hasComment && changedIds.length > 0 && <p class="quiet-text">{labels.andComment}</p>}
      {changedIds.length === 0 && faults.length === 0 && <p>{labels.nothing}</p>}
      <DialogFoot cancel={labels.back} onCancel={onClose}>
        <button
          type="button"
          class="primary"
          disabled={isBusy || faults.length > 0 || changedIds.length === 0}
          onClick={() => onChange(changedIds)}
        >
          {labels.change(changedIds.length + faults.length)}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

interface RefusalsProps extends Pick<BulkPreviewProps, 'onLeaveOut'> {
  readonly faults: readonly Refusal[]
}

function Refusals({ faults, onLeaveOut }: RefusalsProps) {
  const labels = useApp().texts.bulk
  return (
    <div role="alert" class="alert">
      <p>{labels.refused(faults.length)}</p>
      <ul class="refusals" tabIndex={0}>
        {faults.map(({ id, message }) => (
          <li key={id}>{visible(labels.refusal(String(id), message))}</li>
        ))}
      </ul>
      {onLeaveOut && (
        <button type="button" onClick={() => onLeaveOut(faults.map(({ id }) => id))}>
          {labels.leaveOut(faults.length)}
        </button>
      )}
    </div>
  )
}

interface ChangesProps {
  readonly metadata: ServerMetadataAnswer
  readonly bugs: BugsUpdateAnswer['bugs']
  readonly listed: readonly BulkBug[]
}

function Changes({ metadata, bugs, listed }: ChangesProps) {
  const { texts } = useApp()
  const labels = texts.bulk
  const rows = bugs.flatMap(({ id, changes }) =>
    Object.entries(changes).map(([field, change]) => ({ id, label: labelOf({ metadata }, texts, field), change })),
  )
  if (rows.length === 0) return null
  return (
    <div class="scrolls bulk-preview" role="region" aria-label={labels.preview} tabIndex={0}>
      <table class="plain" aria-label={labels.preview}>
        <TableHeader of={[texts.fields.id, texts.listTools.field, labels.before, labels.after]} />
        <tbody>
          {rows.map(({ id, label, change }) => (
            <tr key={`${id} ${label}`}>
              <th scope="row">
                <Link to={pathOf('bug', id)}>{id}</Link>{' '}
                <bdi class="quiet-text">{visible(listed.find((bug) => bug.id === id)?.summary ?? '')}</bdi>
              </th>
              <td>{visible(label)}</td>
              <td>
                <del>
                  <bdi>{visible(change.removed)}</bdi>
                </del>
              </td>
              <td>
                <ins>
                  <bdi>{visible(change.added)}</bdi>
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
