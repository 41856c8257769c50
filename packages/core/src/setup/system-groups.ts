// The groups of every installation. Code that checks a right decides what each permits.

interface SystemGroupSeed {
  readonly name: string
  readonly description: string
  /** Users whose login matches are members. */
  readonly user_regexp?: string
}

export const systemGroups: readonly SystemGroupSeed[] = [
  { name: 'admin', description: 'Administrators' },
  { name: 'tweakparams', description: 'Can change parameters' },
  { name: 'editusers', description: 'Can edit or disable users' },
  { name: 'creategroups', description: 'Can create and change groups' },
  { name: 'editclassifications', description: 'Can create, change and remove classifications' },
  {
    name: 'editcomponents',
    description: 'Can create, change and remove products, components and what belongs to them',
  },
  { name: 'editkeywords', description: 'Can create, change and remove keywords' },
  { name: 'editbugs', description: 'Can change all fields of bugs', user_regexp: '.*' },
  { name: 'canconfirm', description: 'Can confirm bugs' },
  { name: 'bz_canusewhineatothers', description: 'Can schedule searches for other users' },
  { name: 'bz_canusewhines', description: 'Can schedule searches' },
  { name: 'bz_sudoers', description: 'Can view the tracker as another user' },
  { name: 'bz_sudo_protect', description: 'No other user can view the tracker as a member' },
  { name: 'bz_quip_moderators', description: 'Kept for clients that know it; gives no right' },
]

/** Members of the first group are members of the second. (Members of admin are members of all.) */
export const inheritedGroups: readonly (readonly [member: string, of: string])[] = [
  ['editbugs', 'bz_canusewhines'],
  ['bz_canusewhineatothers', 'bz_canusewhines'],
  ['bz_sudoers', 'bz_sudo_protect'],
]
