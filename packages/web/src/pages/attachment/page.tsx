// One attachment: its details, and its content if it can be shown safely.
import { isTrackerError, type Attachment, type UserDetail } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { isShownAsImage } from '../../parts/attachment-image.js'
import { EraseButton } from '../../parts/erase-button.js'
import { Flags } from '../../parts/flags.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Name, Person } from '../../parts/name.js'
import { Time } from '../../parts/time.js'
import { visible, visibleLines } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { isErasingAllowed } from '../../page/erasable.js'
import { Missing, pathOf, type PageAddress } from '../../page/page.js'
import { Details } from './details.js'
import { PatchView, TooLarge } from './patch.js'
import { attachmentTexts } from '../../texts/english/attachment.js'

type Author = Pick<UserDetail, 'name' | 'real_name'>

interface AttachmentData {
  readonly attachment: Omit<Attachment, 'data'>
  readonly creator: Author
  /** The content of texts that are short enough. */
  readonly text: string | undefined
  /** The types of flags that the user may set. */
  readonly flagTypes: BugsViewAnswer['can']['flag_types']
  readonly mayErase: boolean
}

/** In bytes. Larger texts are downloads. */
const [longestText, longestPatch] = [200 * 1024, 300_000]

export const attachment = definePage<AttachmentData>({
  texts: { attachment: attachmentTexts },
  load,
  title: ({ attachment: { id, summary } }) => `${id} · ${visible(summary)}`,
  View: AttachmentPage,
})

async function load(operations: Client, { params, who }: PageAddress): Promise<AttachmentData> {
  const name = params['id'] ?? ''
  if (!/^\d{1,9}$/.test(name)) throw new Missing('attachment', name)
  const input = { attachment_ids: [Number(name)] }
  const get = async <T,>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (isTrackerError(error) && (error.status === 404 || /attach/.test(error.code)))
        throw new Missing('attachment', name)
      throw error
    })
  const { attachments } = await get(operations.attachments.get({ ...input, exclude_fields: ['data'] }))
  const attachment = attachments[name]
  if (!attachment) throw new Missing('attachment', name)
  const [creator, flagTypes, mayErase] = await Promise.all([
    who ? personOf(operations, attachment.creator) : nameless(attachment.creator),
    who ? loadFlagTypes(operations, attachment.bug_id) : [],
    isErasingAllowed(operations, { who }, 'allow_attachment_deletion'),
  ])
  const about = { attachment, creator, flagTypes, mayErase }
  if (!isText(attachment) || attachment.size > (attachment.is_patch ? longestPatch : longestText))
    return { ...about, text: undefined }
  const whole = await get(operations.attachments.get({ ...input, include_fields: ['data'] }))
  return { ...about, text: new TextDecoder().decode(whole.attachments[name]?.data) }
}

function isText({ is_patch, content_type }: AttachmentData['attachment']): boolean {
  return is_patch || /^text\/(?!html)/.test(content_type)
}

const nameless = (name: string): Author => ({ name, real_name: '' })

async function personOf(operations: Client, login: string): Promise<Author> {
  const input = { names: [login], include_fields: ['name', 'real_name'], permissive: true } as const
  const { users } = await operations.users.get(input)
  return users[0] ?? nameless(login)
}

async function loadFlagTypes(operations: Client, bug: number): Promise<AttachmentData['flagTypes']> {
  const { can } = await operations.bugs.view({ id: bug, comments: 0 })
  return can.flag_types.filter(({ target_type }) => target_type === 'attachment')
}

function AttachmentPage({ data, address }: { readonly data: AttachmentData; readonly address: PageAddress }) {
  const { texts, href, operations } = useApp()
  const labels = texts.attachment
  const { attachment: shown, creator, text, flagTypes, mayErase } = data
  return (
    <div class="attachment-page">
      <p class="place">
        <Link to={`${pathOf('bug', shown.bug_id)}`}>{labels.bug(shown.bug_id)}</Link>
      </p>
      <h1>
        <Name text={shown.summary} />
      </h1>
      <p class="bug-facts">
        <span>
          <Name text={shown.file_name} /> · {visible(shown.content_type)} · {texts.size(shown.size)}
        </span>
        <span>
          <Person person={creator} /> <Time at={shown.creation_time} />
        </span>
        {shown.is_private && (
          <span class="private-mark">
            <Icon name="lock" size={12} />
            {labels.private}
          </span>
        )}
        {shown.is_obsolete && <span>{labels.obsolete}</span>}
      </p>
      <div class="attachment-ways">
        <a class="button" href={href(`/-/attachment/${shown.id}`)} download>
          {labels.download}
        </a>
        <Details key={shown.id} attachment={shown} who={address.who} />
        {mayErase && (
          <EraseButton what={{ kind: 'attachment', id: shown.id, name: String(shown.id) }} label={labels.erase} />
        )}
      </div>
      <Flags
        bug={shown.bug_id}
        flags={shown.flags}
        types={flagTypes}
        save={async (change) => operations.attachments.update({ ids: [shown.id], flags: [change] })}
      />
      <Content shown={shown} text={text} />
    </div>
  )
}

function Content({ shown, text }: { readonly shown: AttachmentData['attachment']; readonly text: string | undefined }) {
  const { texts, href } = useApp()
  if (isShownAsImage(shown))
    return <img class="picture" src={href(`/-/attachment/${shown.id}/image`)} alt={visible(shown.summary)} />
  if (text !== undefined && shown.is_patch) return <PatchView text={text} id={shown.id} />
  if (text !== undefined)
    return (
      <pre class="file" tabIndex={0} dir="auto">
        {visibleLines(text)}
      </pre>
    )
  if (isText(shown)) return <TooLarge id={shown.id} />
  return <p class="quiet-text">{texts.attachment.noPreview}</p>
}
