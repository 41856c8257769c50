// The attachments of a bug.
import { useSignal } from '@preact/signals'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { visible } from '../../parts/visible.js'
import { isShownAsImage } from '../../parts/attachment-image.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import type { BugAttachment } from './load.js'

const loadMore = () => import('./on-demand.js')

/** One line, which opens the list; comments show the files where they were sent. */
export function Attachments({ attachments }: { readonly attachments: readonly BugAttachment[] }) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  const more = useOnDemand(loadMore, isOpen.value, () => (isOpen.value = false))
  if (attachments.length === 0) return null
  return (
    <section class="attachments" aria-label={texts.bug.attachments}>
      <button
        type="button"
        class="quiet fold"
        aria-expanded={isOpen.value}
        disabled={!isLive.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name={isOpen.value ? 'more' : 'forward'} size={14} />
        {texts.bug.files(attachments.length)}
      </button>
      {more && isOpen.value && <more.AttachmentList attachments={attachments} />}
    </section>
  )
}

interface AttachedFileProps {
  readonly attachment: BugAttachment
  /** True for the comment that was written with it; others are about it. */
  readonly isNew: boolean
  /** The text of the comment shows the picture. */
  readonly isInText: boolean
}

/** The file of a comment: a picture, or a line that leads to it. */
export function AttachedFile({ attachment, isNew, isInText }: AttachedFileProps) {
  const { texts, href } = useApp()
  const { id, summary, size, is_patch } = attachment
  const to = pathOf('attachment', id)
  const anchor = isNew ? `a${id}` : undefined
  if (isNew && !isInText && isShownAsImage(attachment))
    return (
      <Link id={anchor} to={to} class="attached-picture">
        <img src={href(`/-/attachment/${id}/image`)} alt={visible(summary)} loading="lazy" />
      </Link>
    )
  return (
    <p id={anchor} class="attached-file">
      <Icon name="attach" size={14} />
      <Link to={to}>
        <bdi>{visible(summary)}</bdi>
      </Link>
      <span class="quiet-text">
        {texts.size(size)}
        {is_patch && ` · ${texts.bug.patch}`}
      </span>
    </p>
  )
}
