// The attachments of a bug.
import { useSignal } from '@preact/signals'
import { First } from '../../parts/first.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { isShownAsImage } from '../../parts/attachment-image.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import type { BugAttachment } from './load.js'

export function Attachments({ attachments }: { readonly attachments: readonly BugAttachment[] }) {
  const { texts } = useApp()
  const showsObsolete = useSignal(false)
  if (attachments.length === 0) return null
  const obsolete = attachments.filter(({ is_obsolete }) => is_obsolete).length
  const shown = attachments.filter(({ is_obsolete }) => showsObsolete.value || !is_obsolete)
  return (
    <section class="attachments">
      <h2 id="attachments">{texts.bug.attachments}</h2>
      <First of={shown}>
        {(some) => (
          <ul aria-labelledby="attachments">
            {some.map((attachment) => (
              <Item key={attachment.id} attachment={attachment} />
            ))}
          </ul>
        )}
      </First>
      {obsolete > 0 && !showsObsolete.value && (
        <button type="button" class="quiet" onClick={() => (showsObsolete.value = true)}>
          {texts.bug.obsolete(obsolete)}
        </button>
      )}
    </section>
  )
}

function Item({ attachment }: { readonly attachment: BugAttachment }) {
  const { texts, href } = useApp()
  const { id, summary, file_name, size, is_patch, is_private, is_obsolete } = attachment
  const to = pathOf('attachment', id)
  return (
    <li id={`a${id}`} class={`attachment ${is_obsolete ? 'is-obsolete' : ''}`}>
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
