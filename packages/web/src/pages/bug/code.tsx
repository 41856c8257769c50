// Commits and pull requests that name the bug, and the name of a branch that does.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { First } from '../../parts/first.js'
import { Icon } from '../../parts/icon.js'
import { Foreign } from '../../parts/text-links.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import type { BugData } from '../../fields/bug-data.js'
import { useApp } from '../../state/app.js'
import { canCopy, copyText } from '../../state/copy.js'
import { say } from '../../state/notice.js'
import { useWrite } from '../../state/write.js'

type CodeLink = BugsViewAnswer['code_links'][number]

export function Code({ data: { code_links, can } }: { readonly data: BugData }) {
  const { texts } = useApp()
  if (code_links.length === 0) return null
  const mayRemove = can.fields.includes('summary')
  return (
    <section class="attachments" aria-labelledby="code">
      <h2 id="code">{texts.bug.code.heading}</h2>
      <First of={code_links}>
        {(some) => (
          <ul aria-labelledby="code">
            {some.map((link) => (
              <Item key={link.id} link={link} mayRemove={mayRemove} />
            ))}
          </ul>
        )}
      </First>
    </section>
  )
}

function Item({ link, mayRemove }: { readonly link: CodeLink; readonly mayRemove: boolean }) {
  const { texts, isLive, operations } = useApp()
  const labels = texts.bug.code
  const { run, isBusy, refusal } = useWrite()
  const name = visible(nameOf(link))
  return (
    <li class="code-link">
      <div>
        <Foreign href={link.url}>
          {name} <bdi>{visible(link.title)}</bdi>
        </Foreign>
        <p class="quiet-text">
          {labels.states[link.state]}
          {link.author !== '' && (
            <>
              {' · '}
              <bdi>{visible(link.author)}</bdi>
            </>
          )}
          {' · '}
          <Time at={link.time} />
          {link.is_private && (
            <span class="private-mark">
              <Icon name="lock" size={12} />
              {texts.bug.privately}
            </span>
          )}
        </p>
        {refusal !== undefined && <Alert message={refusal} />}
      </div>
      {mayRemove && isLive.value && (
        <button
          type="button"
          class="quiet icon-button"
          aria-label={labels.remove(name)}
          disabled={isBusy}
          onClick={() => void run(() => operations.codeLinks.delete({ ids: [link.id] }), labels.removed)}
        >
          <Icon name="remove" />
        </button>
      )}
    </li>
  )
}

/** `owner/name#42`, or `owner/name@4522cbc`. */
function nameOf({ kind, repository, ref }: CodeLink): string {
  const path = repository.slice(repository.indexOf('/') + 1)
  return kind === 'commit' ? `${path}@${ref.slice(0, 7)}` : `${path}#${ref}`
}

export function CopyBranchName({ bug: { id, summary } }: Pick<BugData, 'bug'>) {
  const app = useApp()
  const labels = app.texts.bug.code
  // Its place is kept before it is there, so that nothing shifts.
  const isThere = app.isLive.value && canCopy()
  const copy = async () => {
    const more = await import('./on-demand.js').catch(() => undefined)
    if (more) await copyText(app, more.branchName(id, summary), labels.copied)
    else say(app, app.texts.error.title)
  }
  return (
    <button type="button" class={isThere ? 'quiet' : 'quiet is-kept-place'} onClick={() => void copy()}>
      {labels.copyBranch}
    </button>
  )
}
