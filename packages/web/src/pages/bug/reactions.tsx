// Reactions to a comment, and the button that says the same of oneself as the description.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Menu } from '../../parts/menu.js'
import { Toolbar } from '../../parts/toolbar.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BugData, ShownComment } from '../../fields/bug-data.js'

type Name = keyof ShownComment['reactions']

/** The signs in the order in which they are shown. */
const signs: Readonly<Record<Name, string>> = {
  ...{ '+1': '👍', '-1': '👎', tada: '🎉', smile: '🙂', sad: '🙁', heart: '❤️' },
}
const names = Object.keys(signs) as readonly Name[]

/** People whom the title of a reaction names. */
const mostNamed = 10

interface ReactionsProps {
  readonly data: BugData
  readonly comment: ShownComment
}

export function Reactions({ data, comment }: ReactionsProps) {
  const app = useApp()
  const labels = app.texts.bug.reactions
  const { count, reactions } = comment
  const canReact = data.can.comment
  const react = async (name: Name) => {
    const change = comment.my_reactions.includes(name) ? { remove: [name] } : { add: [name] }
    try {
      await app.operations.comments.updateReactions({ id: comment.id, ...change })
      await app.reload()
    } catch (error) {
      say(app, error instanceof Error ? error.message : app.texts.error.title)
    }
  }
  const shown = names.filter((name) => reactions[name] !== undefined || (count === 0 && name === '+1' && canReact))
  if (!data.metadata.use_comment_reactions || (shown.length === 0 && !canReact)) return null
  const others = names.filter((name) => !shown.includes(name))
  const actions = () => others.map((name) => ({ text: `${signs[name]} ${name}`, act: () => void react(name) }))
  return (
    <div class="reactions" role="group" aria-label={labels.group}>
      <Toolbar class="reaction-bar" label={labels.group}>
        {shown.map((name) => (
          <Reaction key={name} comment={comment} name={name} isOff={!canReact} onReact={() => void react(name)} />
        ))}
        {canReact && <Menu label={labels.add} icon="plus" actions={actions} />}
      </Toolbar>
    </div>
  )
}

interface ReactionProps {
  readonly comment: ShownComment
  readonly name: Name
  readonly isOff: boolean
  readonly onReact: () => void
}

function Reaction({ comment: { id, count, reactions, my_reactions: own }, name, isOff, onReact }: ReactionProps) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.bug.reactions
  const title = useSignal<string | undefined>(undefined)
  const given = reactions[name] ?? 0
  const isMeToo = count === 0 && name === '+1'
  useEffect(() => {
    title.value = undefined
  }, [given])
  const load = async () => {
    if (title.value !== undefined || given === 0) return
    title.value = ''
    const people = (await operations.comments.reactions({ id }).catch(() => undefined))?.[name]
    title.value = people
      ?.slice(0, mostNamed)
      .map((person) => visible(person.real_name || person.name))
      .join(', ')
  }
  return (
    <button
      type="button"
      class="quiet reaction"
      aria-label={isMeToo ? labels.meToo(given) : labels.given(name, given)}
      aria-pressed={own.includes(name)}
      title={title.value}
      disabled={isOff || !isLive.value}
      onClick={onReact}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
    >
      <span aria-hidden="true">
        {isMeToo ? labels.meTooWords : signs[name]} {given > 0 && given}
      </span>
    </button>
  )
}
