// All pages that there are, of the small tracker of the tests: for who may see them all.
import { people, type World } from '../test/harness.js'

/** Adds content that the small tracker lacks, so that no page is empty. */
export async function furnish({ tracker, bugs: { plain, other } }: World): Promise<void> {
  const system = tracker.asSystem(people.admin)
  const admin = tracker.as({ login: people.admin })
  const isAllowed = { allowbugdeletion: true, allow_attachment_deletion: true, allowuserdeletion: true }
  await system.parameters.update({ parameters: isAllowed })
  await system.keywords.create({ name: 'papercut', description: 'Small, and annoying each time.' })
  await system.keywords.create({ name: 'regression', description: 'It worked in an earlier version.' })
  await system.classifications.create({ name: 'Hardware', description: 'What can be touched' })
  await system.milestones.create({ product: 'Widgets', name: '3.0' })
  await system.groupControls.update({ names: ['Gadgets'], group: 'staff', member_control: 'shown' })
  const review = { description: 'Is this right?', inclusions: [] }
  await system.flagTypes.create({ name: 'review', ...review, target_type: 'bug' })
  await system.flagTypes.create({ name: 'approval', ...review, target_type: 'attachment' })
  const flag = { name: 'review', status: '?', requestee: people.admin } as const
  await admin.bugs.update({
    ids: [plain],
    flags: [flag],
    target_milestone: '3.0',
    keywords: { add: ['papercut'] },
    cc: { add: [people.admin, people.grace] },
    assigned_to: people.admin,
    blocks: { add: [other] },
    deadline: '2030-01-31',
  })
  await admin.bugs.update({ ids: [other], status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'Done.' } })
  await admin.savedSearches.save({ name: 'Mine', query: 'product=Widgets', shared_with: 'staff' })
  await admin.apiKeys.create({ description: 'My program' })
}

export const addressesOf = ({ bugs, attachments }: World): string[] => [
  '/',
  '/login',
  '/login/continue',
  '/login/confirmed',
  '/reset',
  '/register',
  '/address',
  '/bugs?status=__all__',
  '/bugs?status=__all__&limit=1&offset=1&order=priority%20DESC',
  '/bugs?summary=nothing-of-the-kind&sumary=x',
  '/bugs?creation_time=whenever',
  '/bugs?savedsearch=Mine',
  '/charts?status=__all__&x=component&y=status',
  '/charts?creation_time=whenever',
  '/search',
  '/search?priority=High&f1=bug_status&o1=changedto&v1=RESOLVED',
  '/board?status=__all__',
  `/bug/${bugs.plain}`,
  `/bug/${bugs.other}`,
  `/bug/${bugs.hidden}`,
  `/bug/${bugs.plain}/history`,
  `/bug/${bugs.plain}/graph`,
  '/dashboard',
  '/inbox',
  '/requests',
  '/products',
  '/products/Widgets',
  '/products/Widgets/milestones/---',
  '/products/Widgets/milestones/3.0',
  '/bug/999',
  '/nowhere',
  '/new',
  '/new?product=Widgets',
  ...Object.values(attachments).map((id) => `/attachment/${id}`),
  '/me',
  '/me/notifications',
  '/me/searches',
  '/me/api-keys',
  '/me/sessions',
  '/me/two-factor',
  '/me/logins',
  '/help/keys',
  '/help/search',
  '/help/markdown',
  '/help/keywords',
  ...administration,
]

const kinds = ['products', 'fields', 'flag-types', 'keywords', 'classifications', 'groups', 'users']

const administration = [
  '/admin',
  ...kinds.flatMap((kind) => [`/admin/${kind}`, `/admin/new/${kind}`]),
  '/admin/products/Widgets',
  ...['components', 'versions', 'milestones', 'group-controls'].map((kind) => `/admin/new/${kind}?in=Widgets`),
  '/admin/new/values?in=priority',
  '/admin/products/Widgets/components/UI',
  '/admin/products/Widgets/versions/1.0',
  '/admin/products/Widgets/milestones/3.0',
  '/admin/products/Gadgets/group-controls/staff',
  '/admin/fields/priority',
  '/admin/fields/priority/values/High',
  '/admin/flag-types/1',
  '/admin/keywords/papercut',
  '/admin/classifications/Hardware',
  '/admin/groups/editbugs',
  `/admin/users/${people.grace}`,
  '/admin/workflow',
  '/admin/parameters',
  '/admin/mail',
  '/admin/inbound',
  '/held',
  '/admin/audit',
]
