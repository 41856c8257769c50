import type { Signal } from '@preact/signals'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { Collision } from './collisions.js'
import type { Question } from './saver.js'

/** Asks which values to keep, and waits for the answer: the fields that keep the other value. Undefined: nothing is saved. */
export async function ask(
  question: Signal<Question | undefined>,
  collisions: readonly Collision[],
  { bug, history, people }: Pick<BugsViewAnswer, 'bug' | 'history' | 'people'>,
): Promise<ReadonlySet<string> | undefined> {
  const last = history.at(-1)
  const login = last?.who ?? ''
  const who = people.find(({ name }) => name === login)?.real_name || login
  const at = last?.when ?? bug.last_change_time
  return new Promise((resolve) => {
    const answer = (theirs: ReadonlySet<string> | undefined) => {
      question.value = undefined
      resolve(theirs)
    }
    question.value = { id: bug.id, collisions, who, at, answer }
  })
}
