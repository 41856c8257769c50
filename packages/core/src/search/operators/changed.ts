// Conditions on history: who changed a field, when, from and to which value.
import { visibleHistory } from '../../access/visibility.js'
import type { EntityName, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { compared, either, isIn, some, type ColumnOf, type RelationOf, type TargetOf } from '../condition/columns.js'
import { parseMoment } from '../condition/dates.js'
import { byColumn, byRelation, takePronouns, type SameAs } from '../condition/pronouns.js'
import { candidates, pending } from '../condition/pending.js'
import type { OperatorContext, Scope } from '../condition/scope.js'
import { refuse } from './ask.js'
import { changeOperator, type ChangeKind } from '../condition/comparisons.js'
import { whereOneRow, type FieldOperators, type RowContext } from './values.js'

/** Changes of a field, which history keeps under the name `field`. Hidden ones do not count. */
export function changesOf(field: string): FieldOperators {
  return fromRows('history', historyRows, (scope) => ({ and: [{ col: 'field', eq: field }, visibleHistory(scope)] }))
}

/**
 * Operators for changes of a field that names bugs. Bugs that the caller cannot see are left out of a change, and a
 * change that named only such bugs does not count. This is compared in memory.
 */
export function changesOfBugs(field: string): FieldOperators {
  const someChange = (parts: readonly RowContext[]): Where<'bugs'> => {
    const [first] = parts
    if (!first) return { and: [] }
    const { scope } = first
    const texts = parts.flatMap((part) => {
      const side = sides[changeOf(part)]
      return side === undefined ? [] : [{ side, values: part.test.values, isNegated: part.isNegated }]
    })
    const others = parts.filter((part) => sides[changeOf(part)] === undefined)
    const inRow = whereOneRow((context) => whereRow(historyRows, context), others)
    const ofCandidates: Where<'bug_history'> = { some: 'bug', where: candidates }
    const where = { and: [{ col: 'field', eq: field } as const, visibleHistory(scope), ofCandidates, inRow] }
    const asking = { field: first.test.source.value, values: texts.flatMap(({ values }) => values) }
    return some<'bugs', 'history'>(
      'history',
      pending<'bug_history'>('id', { kind: 'changes', where, texts, ...asking }),
    )
  }
  return { where: (context) => someChange([{ ...context, isNegated: false }]), whereSameRow: someChange }
}

const sides: Partial<Record<ChangeKind, 'removed' | 'added'>> = { from: 'removed', to: 'added' }

/** Comments as changes, with author and time. `counted` selects them. */
export function commentsAsChanges(counted: (scope: Scope) => Where<'comments'>): FieldOperators {
  return fromRows('comments', commentRows, counted)
}

/** The making of a bug as the one change of when it was made. */
export const creationAsChange: FieldOperators = {
  where: (context) => whereRow(bugRows, context),
  whereSameRow: (parts) => whereOneRow((context) => whereRow(bugRows, context), parts),
}

/** The columns of a kind of rows with author, time, and values before and after. */
interface ChangeRows<E extends EntityName> {
  readonly at: ColumnOf<E, 'time'>
  readonly by: ColumnOf<E, 'int'>
  readonly from?: ColumnOf<E, 'text'>
  readonly to?: ColumnOf<E, 'text'>
  readonly sameAs: SameAs<E>
}

const historyRows: ChangeRows<'bug_history'> = {
  at: 'at',
  by: 'user_id',
  from: 'removed_folded',
  to: 'added_folded',
  sameAs: byRelation(),
}
const commentRows: ChangeRows<'comments'> = { at: 'creation_time', by: 'creator_id', sameAs: byRelation() }
const bugRows: ChangeRows<'bugs'> = { at: 'creation_time', by: 'creator_id', sameAs: byColumn('creator_id') }

function fromRows<R extends RelationOf<'bugs'>>(
  relation: R,
  rows: ChangeRows<TargetOf<'bugs', R>>,
  counted: (scope: Scope) => Where<TargetOf<'bugs', R>>,
): FieldOperators {
  const someRow = (scope: Scope, where: Where<TargetOf<'bugs', R>>) =>
    some<'bugs', R>(relation, { and: [counted(scope), where] })
  return {
    where: (context) => someRow(context.scope, whereRow(rows, context)),
    whereSameRow: (parts) =>
      parts[0]
        ? someRow(
            parts[0].scope,
            whereOneRow((context) => whereRow(rows, context), parts),
          )
        : { and: [] },
  }
}

function whereRow<E extends EntityName>(rows: ChangeRows<E>, context: OperatorContext): Where<E> {
  const kind = changeOf(context)
  return either(context.test.values.map((value) => whereChange(rows, kind, value, context)))
}

function changeOf(context: OperatorContext): ChangeKind {
  return changeOperator(context.test.operator)?.change ?? refuse(context)
}

function whereChange<E extends EntityName>(
  { at, by, from, to, sameAs }: ChangeRows<E>,
  kind: ChangeKind,
  value: string,
  context: OperatorContext,
): Where<E> {
  const { scope, test } = context
  const field = test.source.value
  switch (kind) {
    case 'before':
      return compared<E>(at, 'lt', parseMoment(value, scope.now, field).until)
    case 'after':
      return compared<E>(at, 'gte', parseMoment(value, scope.now, field).from)
    case 'by':
      return whoChanged(by, value, context, sameAs)
    case 'from':
      return from === undefined ? refuse(context) : isIn<E>(from, [fold(value)])
    case 'to':
      return to === undefined ? refuse(context) : isIn<E>(to, [fold(value)])
  }
}

/** @throws invalid_username, and errors of pronouns */
function whoChanged<E extends EntityName>(
  by: ColumnOf<E, 'int'>,
  value: string,
  context: OperatorContext,
  sameAs: SameAs<E>,
): Where<E> {
  const { meant, others } = takePronouns<E>(by, [value], context, sameAs)
  if (others.length === 0) return either(meant)
  const field = context.test.source.value
  return pending<E>(by, { kind: 'people', by: 'login', comparison: 'equals', values: others, field, mustExist: true })
}
