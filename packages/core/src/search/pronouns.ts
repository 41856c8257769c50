// Words that stand for a person, such as %user% for whoever asks.
import { TrackerError } from '../errors.js'
import type { Asked } from './scope.js'

/**
 * The values that are pronouns, as the ids they stand for, and the others.
 * @throws illegal_pronoun, login_required_for_pronoun
 */
export function takePronouns(values: readonly string[], asked: Asked): { ids: number[]; others: string[] } {
  const isPronoun = (value: string) => /^\s*%[^%]*%\s*$/.test(value)
  return {
    ids: values.filter(isPronoun).map((value) => personOf(value, asked)),
    others: values.filter((value) => !isPronoun(value)),
  }
}

function personOf(value: string, { scope, test }: Asked): number {
  const field = test.source.value
  if (value.trim().toLowerCase() !== '%user%') throw new TrackerError('illegal_pronoun', { field, value })
  if (!scope.who.user) throw new TrackerError('login_required_for_pronoun', { field, value })
  return scope.who.user.id
}
