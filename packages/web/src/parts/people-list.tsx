// Completes the people and bugs that a text names: the word after an `@`, and the words after `bug`.
import type { RefObject } from 'preact'
import { useApp } from '../state/app.js'
import { bugOptions } from './bug-options.js'
import { Completion } from './completion.js'
import { visible } from './visible.js'

/** The people whom a text can mention. */
export interface MentionablePeople {
  readonly bug: number
  readonly isPrivate: boolean
}

interface PeopleListProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly people: MentionablePeople
}

const mention = /(?:^|[^\p{L}\p{N}/])@([\p{L}\p{N}._+-]{1,64})$/u
const reference = /(?:^|[^\p{L}\p{N}])bug ([\p{L}\p{N}]{2,40})$/iu

const mostBugs = 8

export function PeopleList({ area, people: { bug, isPrivate } }: PeopleListProps) {
  const app = useApp()
  const labels = app.texts.bug.composer
  const askPeople = async (match: string, signal: AbortSignal) => {
    const { people } = await app.operations.bugs.people({ id: bug, match, is_private: isPrivate }, { signal })
    return people.map(({ id, word, real_name }) => {
      const content = (
        <>
          <bdi>{visible(real_name)}</bdi> <span class="quiet-text">@{word}</span>
        </>
      )
      return { key: id, text: word, content }
    })
  }
  const askBugs = async (words: string, signal: AbortSignal) => {
    const options = await bugOptions(app, bug)(words, signal)
    return options.slice(0, mostBugs).map(({ value, content }) => ({ key: value, text: value, content }))
  }
  return (
    <>
      <Completion area={area} label={labels.people} pattern={mention} ask={askPeople} />
      <Completion area={area} label={app.texts.layout.bugs} pattern={reference} ask={askBugs} />
    </>
  )
}
