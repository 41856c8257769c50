// The attachments of a bug as a list, obsolete ones last.
import { isShownAsImage } from '../../parts/attachment-image.js'
import { First } from '../../parts/first.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import type { BugAttachment } from './load.js'

export function AttachmentList({ attachments }: { readonly attachments: readonly BugAttachment[] }) {
  const { texts } = useApp()
  const obsoleteLast = attachments.toSorted((a, b) => Number(a.is_obsolete) - Number(b.is_obsolete))
  return (
    <First of={obsoleteLast}>
      {(some) => (
        <ul aria-label={texts.bug.attachments}>
          {some.map((attachment) => (
            <Item key={attachment.id} attachment={attachment} />
          ))}
        </ul>
      )}
    </First>
  )
}

function Item({ attachment }: { readonly attachment: BugAttachment }) {
  const { texts, href } = useApp()
  const { id, summary, file_name, size, is_patch, is_private, is_obsolete } = attachment
  const to = pathOf('attachment', id)
  return (
    <li class={`attachment ${is_obsolete ? 'is-obsolete' : ''}`}>
      {isShownAsImage(attachment) ? (
        <Link to={to} class="thumbnail" tabIndex={-1}>
          <img src={href(`/-/attachment/${id}/image`)} alt={visible(summary)} loading="lazy" />
        </Link>
      ) : (
        <span class="thumbnail" aria-hidden="true">
          <Icon name="attach" size={20} />
        </span>
      )}
      <div>
        <Link to={to}>
          <bdi>{visible(summary)}</bdi>
        </Link>
        <p class="quiet-text">
          <bdi>{visible(file_name)}</bdi> · {texts.size(size)}
          {is_patch && ` · ${texts.bug.patch}`} · <Time at={attachment.creation_time} />
          {is_private && (
            <span class="private-mark">
              <Icon name="lock" size={12} />
              {texts.bug.privately}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
