// Every field that searches know, by its internal name.
import { must } from '../../kernel/must.js'
import { visibleBugs, visibleComments, visibleHistory } from '../../access/visibility.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { apiNameOf, internalNameOf } from '../../kernel/field-names.js'
import type { Where } from '../../schema/index.js'
import { compared, either, isIn, some } from '../condition/columns.js'
import { customFields } from './custom-fields.js'
import { daysBefore, parseMoment } from '../condition/dates.js'
import type { SearchField } from './field.js'
import { refuse, type ColumnOperator } from '../operators/ask.js'
import { changesOf, changesOfBugs, commentsAsChanges, creationAsChange } from '../operators/changed.js'
import { choice, flagName, person, realName } from '../operators/choice.js'
import { fullText } from '../operators/full-text.js'
import { derivedInt, flagged, int, real } from '../operators/number.js'
import { text } from '../operators/text.js'
import { compareTimes, day, time, timeMatcher } from '../operators/time.js'
import { readRows } from '../operators/read.js'
import { onBug, onRelated, type FieldOperators } from '../operators/values.js'
import { byColumn, byRelation } from '../condition/pronouns.js'
import type { Scope } from '../condition/scope.js'
import { groupsSeen, ofProductsSeen, productsSeen } from '../condition/visible-relations.js'
import {
  aliasRows,
  attachmentRows,
  blocksRows,
  bugRows,
  commentRows,
  dataRows,
  dependsOnRows,
  linkRows,
  originalRows,
  tagRows,
} from './readable-rows.js'

type Options = Partial<Omit<SearchField, 'name' | 'values'>>

function field(name: string, values: FieldOperators, options: Options = {}): SearchField {
  const history = apiNameOf(name)
  return { name, values, changes: namesBugs.includes(name) ? changesOfBugs(history) : changesOf(history), ...options }
}

/** Fields whose history names bugs. */
const namesBugs = ['dependson', 'blocked', 'see_also', 'dup_id']

const whole = { keepsCommas: true } as const
const ungroupable = { isUngroupable: true } as const
const forTimeTrackers = { needs: 'time tracker' } as const

/** One of the legal values of a select field. */
function select(name: string, ask: ColumnOperator<'bugs'>): SearchField {
  return field(name, onBug(ask), whole)
}

function legalValues(name: string) {
  return ({ catalogue }: Scope) => catalogue.fields.named(name)?.values ?? []
}

const productsByClassification = (scope: Scope) =>
  productsSeen(scope).map(({ id, classification_id }) => ({
    id,
    name: must(scope.catalogue.classifications.get(classification_id), 'classification', classification_id).name,
  }))

function placed(
  col: 'component_id' | 'version_id' | 'target_milestone_id',
  all: 'components' | 'versions' | 'milestones',
) {
  return choice<'bugs'>(col, (scope) => ofProductsSeen(scope.catalogue[all].values(), scope))
}

const placement: readonly SearchField[] = [
  field('classification', onBug(choice('product_id', productsByClassification)), { ...whole, ...ungroupable }),
  field('product', onBug(choice('product_id', productsSeen)), { ...whole, ...ungroupable }),
  field('component', onBug(placed('component_id', 'components')), { ...whole, ...ungroupable }),
  select('version', placed('version_id', 'versions')),
  select('target_milestone', placed('target_milestone_id', 'milestones')),
]

/** Open bugs have the resolution ''; '---' stands for it too. */
const resolution: ColumnOperator<'bugs'> = (comparison, values, context) => {
  const named = comparison === 'equals' ? values.map((value) => (value.trim() === '---' ? '' : value)) : values
  return choice<'bugs'>('resolution_id', legalValues('resolution'))(comparison, named, context)
}

const selects: readonly SearchField[] = [
  select('bug_status', choice('status_id', legalValues('bug_status'))),
  select('resolution', resolution),
  select('priority', choice('priority_id', legalValues('priority'))),
  select('bug_severity', choice('severity_id', legalValues('bug_severity'))),
  select('rep_platform', choice('platform_id', legalValues('rep_platform'))),
  select('op_sys', choice('op_sys_id', legalValues('op_sys'))),
]

const texts: readonly SearchField[] = [
  field('short_desc', onBug(text({ folded: 'summary_folded', raw: 'summary', rows: bugRows })), { plain: 'substring' }),
  field('status_whiteboard', onBug(text({ folded: 'whiteboard_folded', raw: 'whiteboard', rows: bugRows })), {
    plain: 'substring',
  }),
  field('bug_file_loc', onBug(text({ folded: 'url_folded', raw: 'url', rows: bugRows })), whole),
  field('alias', onRelated('aliases', text({ folded: 'alias_folded', raw: 'alias', rows: aliasRows }))),
  field('see_also', onRelated('see_also', text({ folded: 'url_folded', raw: 'url', rows: linkRows })), whole),
]

const people: readonly SearchField[] = [
  field('assigned_to', onBug(person('assigned_to_id', byColumn('assigned_to_id'))), whole),
  field('reporter', onBug(person('creator_id', byColumn('creator_id'))), whole),
  field('qa_contact', onBug(person('qa_contact_id', byColumn('qa_contact_id'))), whole),
  field('assigned_to_realname', onBug(realName('assigned_to_id')), whole),
  field('reporter_realname', onBug(realName('creator_id')), whole),
  field('qa_contact_realname', onBug(realName('qa_contact_id')), whole),
  field('cc', onRelated('cc', person('user_id', byRelation())), whole),
  field('commenter', onRelated('comments', person('creator_id', byRelation())), { ...whole, ...ungroupable }),
]

/** Whole days since the last change. */
const daysElapsed = derivedInt<'bugs'>(
  (days, { scope }) => compared<'bugs'>('last_change_time', 'lte', daysBefore(scope.now, days)),
  (days, { scope }) => compared<'bugs'>('last_change_time', 'gt', daysBefore(scope.now, days)),
  (comparison, values, context) => readRows<'bugs'>(bugRows, 'last_change_time', 'days', comparison, values, context),
)

const numbersAndTimes: readonly SearchField[] = [
  field('bug_id', onBug(int('id', bugRows))),
  field('dependson', onRelated('depends_on', int('depends_on_id', dependsOnRows))),
  field('blocked', onRelated('blocks', int('bug_id', blocksRows))),
  field('dup_id', onRelated('duplicate_of', int('id', originalRows))),
  field('everconfirmed', onBug(flagged('is_confirmed'))),
  field('is_open', onBug(flagged('is_open'))),
  field('cclist_accessible', onBug(flagged('is_cc_accessible'))),
  field('reporter_accessible', onBug(flagged('is_creator_accessible'))),
  field('creation_ts', onBug(time('creation_time', bugRows)), { changes: creationAsChange }),
  field('delta_ts', onBug(time('last_change_time', bugRows))),
  field('days_elapsed', onBug(daysElapsed)),
  field('deadline', onBug(day('deadline', bugRows))),
  field('estimated_time', onBug(real('estimated_time', bugRows)), forTimeTrackers),
  field('remaining_time', onBug(real('remaining_time', bugRows)), forTimeTrackers),
  field('work_time', onBug(real('actual_time', bugRows)), {
    ...forTimeTrackers,
    changes: commentsAsChanges(visibleHours),
  }),
  field('percentage_complete', onBug(int('percentage_complete', bugRows)), forTimeTrackers),
]

const commentText = text<'comments'>({ folded: 'text_folded', raw: 'text', rows: commentRows })
const commentTag: ColumnOperator<'comments'> = (comparison, values, context) =>
  some<'comments', 'tags'>(
    'tags',
    text<'comment_tags'>({ folded: 'tag_folded', raw: 'tag', rows: tagRows })(comparison, values, context),
  )
const commentCount: ColumnOperator<'bugs'> = (comparison, values, context) =>
  int<'bugs'>(context.scope.who.isInsider ? 'comment_count' : 'public_comment_count', bugRows)(
    comparison,
    values,
    context,
  )

const comments: readonly SearchField[] = [
  field('longdesc', onRelated('comments', commentText, { isRowByRow: true }), {
    plain: 'allwordssubstr',
    changes: commentsAsChanges(visibleComments),
  }),
  field('longdescs.isprivate', onRelated('comments', flagged('is_private')), { needs: 'insider' }),
  field('longdescs.count', onBug(commentCount), ungroupable),
  field('comment_tag', onRelated('comments', commentTag, { which: () => ({ some: 'tags' }) })),
]

const attachmentData: ColumnOperator<'attachments'> = (comparison, values, context) =>
  some<'attachments', 'data'>(
    'data',
    text<'attachment_data'>({ folded: 'text_folded', rows: dataRows })(comparison, values, context),
  )

const attachments: readonly SearchField[] = [
  field(
    'attachments.description',
    onRelated('attachments', text({ folded: 'summary_folded', raw: 'summary', rows: attachmentRows })),
  ),
  field(
    'attachments.filename',
    onRelated('attachments', text({ folded: 'file_name_folded', raw: 'file_name', rows: attachmentRows })),
  ),
  field(
    'attachments.mimetype',
    onRelated('attachments', text({ folded: 'content_type', raw: 'content_type', rows: attachmentRows })),
  ),
  field('attachments.ispatch', onRelated('attachments', flagged('is_patch'))),
  field('attachments.isobsolete', onRelated('attachments', flagged('is_obsolete'))),
  field('attachments.isprivate', onRelated('attachments', flagged('is_private'))),
  field('attachments.submitter', onRelated('attachments', person('creator_id', byRelation())), whole),
  field('attach_data.thedata', onRelated('attachments', attachmentData), ungroupable),
]

/** The caller's last visit; `%last_changed%` stands for when the bug was last changed. */
const lastVisit: ColumnOperator<'last_visits'> = (comparison, values, context) => {
  const isChange = (value: string) => value.trim().toLowerCase() === '%last_changed%'
  const others = values.filter((value) => !isChange(value))
  const matches = timeMatcher(comparison, others, context)
  const visits = context.scope.lookup
    .visits()
    .filter(
      ({ visited, changed }) =>
        matches(visited) || (others.length < values.length && compareTimes(comparison, visited, changed, context)),
    )
  return isIn<'last_visits'>(
    'bug_id',
    visits.map(({ bug_id }) => bug_id),
  )
}

const noHistory: FieldOperators = { where: refuse, whereSameRow: ([part]) => (part ? refuse(part) : { and: [] }) }

const requested: Where<'flags'> = { not: { col: 'requestee_id', eq: null } }

const namesAndFlags: readonly SearchField[] = [
  field(
    'keywords',
    onRelated(
      'keywords',
      choice('keyword_id', ({ catalogue }) => catalogue.keywords),
    ),
    {
      plain: 'allexact',
    },
  ),
  field('bug_group', onRelated('groups', choice('group_id', groupsSeen))),
  field(
    'tag',
    onRelated(
      'tags',
      choice('tag_id', ({ lookup }) => lookup.tags()),
    ),
  ),
  field('flagtypes.name', onRelated('flags', flagName)),
  field(
    'requestees.login_name',
    onRelated('flags', person('requestee_id', byRelation('requested_from')), { which: () => requested }),
    whole,
  ),
  field('setters.login_name', onRelated('flags', person('setter_id', byRelation('set_by'))), whole),
  field('last_visit_ts', onRelated('visits', lastVisit), { changes: noHistory }),
]

/** For how long assignees have written no comment and changed nothing, in any bug, as far as the caller may know of it. */
const ownerIdleTime: ColumnOperator<'bugs'> = (comparison, values, context) => {
  if (!/^(less|greater)than(eq)?$/.test(comparison)) return refuse(context)
  const { test, scope } = context
  const bug = { some: 'bug', where: visibleBugs(scope) } as const
  const isActive = (value: string): Where<'bugs'> => {
    const since = parseMoment(value, scope.now, test.source.value).from
    const comments: Where<'comments'> = { and: [{ col: 'creation_time', gte: since }, visibleComments(scope), bug] }
    const changes: Where<'bug_history'> = { and: [{ col: 'at', gte: since }, visibleHistory(scope), bug] }
    return {
      some: 'assigned_to',
      where: {
        or: [
          { some: 'comments', where: comments },
          { some: 'changes', where: changes },
        ],
      },
    }
  }
  return either(values.map((value) => (comparison.startsWith('less') ? isActive(value) : { not: isActive(value) })))
}

const throughout: readonly SearchField[] = [
  field('content', fullText, { ...whole, ...ungroupable, plain: 'matches', changes: noHistory }),
  field('owner_idle_time', onBug(ownerIdleTime), { ...ungroupable, changes: noHistory }),
]

const standard: ReadonlyMap<string, SearchField> = new Map(
  [
    ...placement,
    ...selects,
    ...texts,
    ...people,
    ...numbersAndTimes,
    ...comments,
    ...attachments,
    ...namesAndFlags,
    ...throughout,
  ].map((one) => [one.name, one]),
)

/** The internal names of the fields that every installation has. */
export const standardNames: readonly string[] = [...standard.keys()]

/** Names that older clients use. */
const oldNames: Readonly<Record<string, string>> = {
  long_desc: 'longdesc',
  tags: 'tag',
  changedin: 'days_elapsed',
  actual_time: 'work_time',
  'attachments.thedata': 'attach_data.thedata',
}

/** Parameters have underscores where fields have dots. */
const dotted = new Map(
  [...standard.keys(), ...Object.keys(oldNames)]
    .filter((name) => name.includes('.'))
    .map((name) => [name.replaceAll('.', '_'), name]),
)

/** The field that goes by this internal, API or old name. */
export function searchField(catalogue: Catalogue, name: string): SearchField | undefined {
  const plain = dotted.get(name) ?? name
  const internal = Object.hasOwn(oldNames, plain) ? oldNames[plain] : internalNameOf(plain)
  return standard.get(internal ?? plain) ?? customFields(catalogue).get(name)
}

function visibleHours(scope: Scope): Where<'comments'> {
  return { and: [visibleComments(scope), { not: { col: 'work_time', eq: 0 } }] }
}
