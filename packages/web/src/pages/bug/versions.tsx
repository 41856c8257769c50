// The earlier versions of a comment.
import { useSignal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import type { CommentsRevisionsAnswer } from '@trackerkit/client/types'
import { useEffect } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Dialog } from '../../parts/dialog.js'
import { Text } from '../../parts/text.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import type { BugData } from '../../fields/bug-data.js'
import { useApp } from '../../state/app.js'

interface VersionsProps {
  readonly data: BugData
  readonly comment: Comment
  readonly onClose: () => void
}

/** The latest versions. Some comments have a thousand of them. */
const mostShown = 50

export function Versions({ data, comment: { id, count, revision = 0 }, onClose }: VersionsProps) {
  const { texts, operations } = useApp()
  const labels = texts.commentEditing
  const versions = useSignal<CommentsRevisionsAnswer['revisions']>([])
  const failure = useSignal<string | undefined>(undefined)
  useEffect(() => {
    operations.comments.revisions({ id, limit: mostShown, offset: Math.max(0, revision + 1 - mostShown) }).then(
      ({ revisions }) => (versions.value = revisions.toReversed()),
      (error: unknown) => (failure.value = error instanceof Error ? error.message : texts.error.title),
    )
  }, [])
  return (
    <Dialog title={labels.versions(count)} isWide onClose={onClose}>
      {failure.value !== undefined && <Alert message={failure.value} />}
      {versions.value.map(({ revision: number, time, user, text }) => {
        const name = visible(data.names.get(user) || user)
        return (
          <section key={number} class="comment">
            <p class="quiet-text">
              {number === 0 ? labels.first(name) : labels.later(name)} <Time at={time} />
            </p>
            {text === null ? <p>{labels.hidden}</p> : <Text text={text} />}
          </section>
        )
      })}
    </Dialog>
  )
}
