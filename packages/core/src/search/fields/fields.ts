// Every field that searches know, by its internal name.
import { must } from '../../kernel/must.js'
import { commentCountOf, visibleBugs, visibleComments, visibleHistory } from '../../access/visibility.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { FieldSearch } from '../../domain/bugs/fields/field.js'
import { bugFieldEntries, bugFields } from '../../domain/bugs/fields/index.js'
import { apiNameOf, internalNameOf } from '../../domain/bugs/fields/names.js'
import type { Where } from '../../schema/index.js'
import { compared, either, some } from '../condition/columns.js'
import { customFields } from './custom-fields.js'
import { daysBefore, parseMoment } from '../condition/dates.js'
import type { SearchField } from './field.js'
import { refuse, type ColumnOperator } from '../operators/ask.js'
import { changesOf, changesOfBugs, commentsAsChanges, creationAsChange } from '../operators/changed.js'
import { choice, flagName, orOwnComponents, ownTag, person, realName } from '../operators/choice.js'
import { fullText } from '../operators/full-text.js'
import { derivedInt, flagged, int, real } from '../operators/number.js'
import { text } from '../operators/text.js'
import { day, time } from '../operators/time.js'
import { lastVisit } from '../operators/visits.js'
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
  codeLinkRows,
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

const keepingCommas = { keepsCommas: true } as const
const ungroupable = { isUngroupable: true } as const
const forTimeTrackers = { needs: 'time tracker' } as const

/** The operators of a field whose value is in a column of the bug. */
function operatorsOf(name: string, search: FieldSearch): ColumnOperator<'bugs'> {
  switch (search.kind) {
    case 'text':
      return text({ folded: search.folded, raw: search.column, rows: bugRows })
    case 'int':
      return int(search.column, bugRows)
    case 'hours':
      return real(search.column, bugRows)
    case 'bool':
      return flagged(search.column)
    case 'time':
      return time(search.column, bugRows)
    case 'day':
      return day(search.column, bugRows)
    case 'field value':
      return choice(search.column, ({ catalogue }) => catalogue.fields.named(name)?.values ?? [])
    case 'person':
      return person(search.column, byColumn(search.column))
  }
}

/** Fields that need nothing but their column. */
const ofColumns: readonly SearchField[] = bugFieldEntries.flatMap(([api, { search, seenBy, plain, keepsCommas }]) => {
  if (!search) return []
  const name = internalNameOf(api)
  return [
    field(name, onBug(operatorsOf(name, search)), {
      ...(seenBy && { needs: seenBy }),
      ...(plain && { plain }),
      ...(keepsCommas && { keepsCommas }),
    }),
    ...(search.kind === 'person' ? [field(`${name}_realname`, onBug(realName(search.column)), keepingCommas)] : []),
  ]
})

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
  field('classification', onBug(choice('product_id', productsByClassification)), { ...keepingCommas, ...ungroupable }),
  field('product', onBug(choice('product_id', productsSeen)), { ...keepingCommas, ...ungroupable }),
  field('component', onBug(orOwnComponents(placed('component_id', 'components'))), {
    ...keepingCommas,
    ...ungroupable,
  }),
  field('version', onBug(placed('version_id', 'versions')), keepingCommas),
  field('target_milestone', onBug(placed('target_milestone_id', 'milestones')), keepingCommas),
]

/** Open bugs have the resolution ''; '---' stands for it too. */
const resolution: ColumnOperator<'bugs'> = (comparison, values, context) => {
  const named = comparison === 'equals' ? values.map((value) => (value.trim() === '---' ? '' : value)) : values
  return operatorsOf('resolution', bugFields.resolution.search)(comparison, named, context)
}

const texts: readonly SearchField[] = [
  field('alias', onRelated('aliases', text({ folded: 'alias_folded', raw: 'alias', rows: aliasRows }))),
  field('see_also', onRelated('see_also', text({ folded: 'url_folded', raw: 'url', rows: linkRows })), keepingCommas),
]

const people: readonly SearchField[] = [
  field('cc', onRelated('cc', person('user_id', byRelation())), keepingCommas),
  field('commenter', onRelated('comments', person('creator_id', byRelation())), { ...keepingCommas, ...ungroupable }),
]

/** Whole days since the last change. */
const daysElapsed = derivedInt<'bugs'>(
  (days, { scope }) => compared<'bugs'>('last_change_time', 'lte', daysBefore(scope.now, days)),
  (days, { scope }) => compared<'bugs'>('last_change_time', 'gt', daysBefore(scope.now, days)),
  (comparison, values, context) => readRows<'bugs'>(bugRows, 'last_change_time', 'days', comparison, values, context),
)

const numbersAndTimes: readonly SearchField[] = [
  field('dependson', onRelated('depends_on', int('depends_on_id', dependsOnRows))),
  field('blocked', onRelated('blocks', int('bug_id', blocksRows))),
  field('dup_id', onRelated('duplicate_of', int('id', originalRows))),
  field('days_elapsed', onBug(daysElapsed)),
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
  int<'bugs'>(commentCountOf(context.scope), bugRows)(comparison, values, context)

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
  field('attachments.submitter', onRelated('attachments', person('creator_id', byRelation())), keepingCommas),
  field('attach_data.thedata', onRelated('attachments', attachmentData), ungroupable),
]

const linkTitle = text<'code_links'>({ folded: 'title_folded', raw: 'title', rows: codeLinkRows })
const linkUrl = text<'code_links'>({ folded: 'url_folded', raw: 'url', rows: codeLinkRows })
const titleOrUrl: ColumnOperator<'code_links'> = (...question) =>
  either<'code_links'>([linkTitle(...question), linkUrl(...question)])
const linkText = (column: 'state' | 'repository') =>
  text<'code_links'>({ folded: column, raw: column, rows: codeLinkRows })

const noHistory: FieldOperators = { where: refuse, whereSameRow: ([part]) => (part ? refuse(part) : { and: [] }) }

const codeLinks: readonly SearchField[] = [
  field('code_link', onRelated('code_links', titleOrUrl), { ...keepingCommas, plain: 'substring', changes: noHistory }),
  field('code_link.state', onRelated('code_links', linkText('state')), { changes: noHistory }),
  field('code_link.repository', onRelated('code_links', linkText('repository')), { changes: noHistory }),
]

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
  field('tag', onRelated('tags', ownTag)),
  field('flagtypes.name', onRelated('flags', flagName)),
  field(
    'requestees.login_name',
    onRelated('flags', person('requestee_id', byRelation('requested_from')), { which: () => requested }),
    keepingCommas,
  ),
  field('setters.login_name', onRelated('flags', person('setter_id', byRelation('set_by'))), keepingCommas),
  field('last_visit_ts', onRelated('marks', lastVisit), { changes: noHistory }),
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
  field('content', fullText, { ...keepingCommas, ...ungroupable, plain: 'matches', changes: noHistory }),
  field('owner_idle_time', onBug(ownerIdleTime), { ...ungroupable, changes: noHistory }),
]

/** Fields that need more than their column: the text of resolutions, and the creation of bugs. */
const exceptional: readonly SearchField[] = [
  field('resolution', onBug(resolution), keepingCommas),
  field('creation_ts', onBug(operatorsOf('creation_ts', bugFields.creation_time.search)), {
    changes: creationAsChange,
  }),
]

const standard: ReadonlyMap<string, SearchField> = new Map(
  [
    ...ofColumns,
    ...exceptional,
    ...placement,
    ...texts,
    ...people,
    ...numbersAndTimes,
    ...comments,
    ...attachments,
    ...codeLinks,
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

/** All names of fields, except differing API names and custom fields. */
export const searchNames: readonly string[] = [...standard.keys(), ...Object.keys(oldNames)]

/** Parameters have underscores where fields have dots. */
const dotted = new Map(
  [...standard.keys(), ...Object.keys(oldNames)]
    .filter((name) => name.includes('.'))
    .map((name) => [name.replaceAll('.', '_'), name]),
)

/** Returns the field with this internal, API or old name. */
export function searchField(catalogue: Catalogue, name: string): SearchField | undefined {
  const plain = dotted.get(name) ?? name
  const internal = Object.hasOwn(oldNames, plain) ? oldNames[plain] : internalNameOf(plain)
  return standard.get(internal ?? plain) ?? customFields(catalogue).get(name)
}

function visibleHours(scope: Scope): Where<'comments'> {
  return { and: [visibleComments(scope), { not: { col: 'work_time', eq: 0 } }] }
}
