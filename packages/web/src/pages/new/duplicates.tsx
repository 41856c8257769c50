// Possible duplicates while the user types a summary. They never take the focus.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Link } from '../../parts/link.js'
import { Status } from '../../parts/status.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { pathOf } from '../../page/page.js'

const fields = ['id', 'summary', 'status', 'resolution', 'is_open'] as const

interface Likely {
  readonly id: number
  readonly summary: string
  readonly status: string
  readonly resolution: string
  readonly is_open: boolean
}

/** Milliseconds after the last key. */
const pause = 300

interface DuplicatesProps {
  readonly summary: string
  readonly product: string
}

export function Duplicates({ summary, product }: DuplicatesProps) {
  const app = useApp()
  const { texts, operations } = app
  const likely = useSignal<readonly Likely[]>([])
  const words = summary.split(/\s+/).filter((word) => word.length >= 3).length
  useEffect(() => {
    if (words < 2) {
      likely.value = []
      return undefined
    }
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      const input = { summary, limit: 5, include_fields: fields, ...(product !== '' && { product: [product] }) }
      operations.bugs.possibleDuplicates(input, { signal }).then(
        ({ bugs }) => (likely.value = bugs),
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [summary, product])
  const follow = async (id: number) => {
    try {
      await operations.follows.update({ add: [{ bug: id }] })
      await app.go(pathOf('bug', id), { asks: true })
    } catch (error) {
      say(app, error instanceof Error ? error.message : texts.error.title)
    }
  }
  if (likely.value.length === 0) return null
  return (
    <div class="duplicates">
      <p class="quiet-text">{texts.new.duplicatesHint}</p>
      <ul aria-label={texts.new.duplicates}>
        {likely.value.map((bug) => (
          <li key={bug.id}>
            <Link to={pathOf('bug', bug.id)}>
              {texts.bug.heading(bug.id)} <bdi>{visible(bug.summary)}</bdi>
            </Link>
            <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
            <button type="button" class="quiet" onClick={() => void follow(bug.id)}>
              {texts.new.follow(bug.id)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
