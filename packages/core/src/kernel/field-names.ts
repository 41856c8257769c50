// Many fields of bugs have two names: the one of the API, and an internal one that charts, metadata and old clients use.

/** API name → internal name, where they differ. */
export const internalNames = {
  id: 'bug_id',
  summary: 'short_desc',
  status: 'bug_status',
  severity: 'bug_severity',
  platform: 'rep_platform',
  url: 'bug_file_loc',
  whiteboard: 'status_whiteboard',
  creator: 'reporter',
  creation_time: 'creation_ts',
  last_change_time: 'delta_ts',
  depends_on: 'dependson',
  blocks: 'blocked',
  dupe_of: 'dup_id',
  is_confirmed: 'everconfirmed',
  is_cc_accessible: 'cclist_accessible',
  is_creator_accessible: 'reporter_accessible',
  groups: 'bug_group',
} as const

export type InternalNames = typeof internalNames

const apiNames = new Map<string, string>(Object.entries(internalNames).map(([api, internal]) => [internal, api]))

/** The name that inputs and answers use for a field. */
export function apiNameOf(name: string): string {
  return apiNames.get(name) ?? name
}

/** The name that metadata and charts use for a field. */
export function internalNameOf(name: string): string {
  return Object.hasOwn(internalNames, name) ? internalNames[name as keyof InternalNames] : name
}
