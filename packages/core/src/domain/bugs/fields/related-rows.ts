// The rows of other entities that bugs are shown with.
import type { TrackerSchema } from '../../../schema/index.js'
import type { RelatedRows, With } from '../../../store/index.js'

const relations = {
  aliases: { columns: ['alias', 'alias_folded'] },
  blocks: { columns: ['bug_id'] },
  cc: { columns: ['user_id'] },
  custom_values: { columns: ['id', 'field_id', 'text', 'number', 'time', 'value_id'] },
  depends_on: { columns: ['depends_on_id'] },
  flags: {
    columns: [
      'id',
      'type_id',
      'attachment_id',
      'status',
      'setter_id',
      'requestee_id',
      'creation_date',
      'modification_date',
    ],
  },
  groups: { columns: ['group_id'] },
  keywords: { columns: ['keyword_id'] },
  see_also: { columns: ['id', 'url', 'local_bug_id'] },
} as const satisfies With<TrackerSchema, 'bugs'>

type Relations = typeof relations

/** The relations that are wanted. */
export type BugRelations = Partial<Relations>

/** The related rows of a bug: those of the relations that were wanted. */
export type BugRelatedRows = Partial<RelatedRows<TrackerSchema, 'bugs', BugRelations>>

export type FlagRow = RelatedRows<TrackerSchema, 'bugs', Relations>['flags'][number]
export type CustomValueRow = RelatedRows<TrackerSchema, 'bugs', Relations>['custom_values'][number]

/** Data that fields of bugs are made of. */
export type SetName =
  | 'aliases'
  | 'cc'
  | 'dependencies'
  | 'flags'
  | 'groups'
  | 'keywords'
  | 'people'
  | 'related'
  | 'see_also'
  | 'tags'
  | 'seen'

const relationsOfSets: { readonly [S in SetName]?: BugRelations } = {
  aliases: { aliases: relations.aliases },
  cc: { cc: relations.cc },
  dependencies: { depends_on: relations.depends_on, blocks: relations.blocks },
  flags: { flags: relations.flags },
  groups: { groups: relations.groups },
  keywords: { keywords: relations.keywords },
  see_also: { see_also: relations.see_also },
}

/** The relations that sets of bugs are made of. */
export function relationsOf(sets: Iterable<SetName>, withCustomValues: boolean): BugRelations {
  const wanted = Object.assign({}, ...Array.from(sets, (set) => relationsOfSets[set])) as BugRelations
  return withCustomValues ? { ...wanted, custom_values: relations.custom_values } : wanted
}
