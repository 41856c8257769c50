// Payloads with all the fields that hosts send, about a repository with invented names.

/** A pull request of every host, as an event says that it is. */
export interface Step {
  readonly title: string
  readonly state: 'open' | 'closed' | 'merged'
  /** Minutes after ten o'clock. */
  readonly minute: number
}

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`
const [before, after] = ['6113728f27ae82c7b1a177c8d03f9e96e0adf246', '4522cbc1e0c5f2b4d3a6978899aabbccddeeff00']

/** Addresses below another one, as `labels_url` and its like. */
function addresses(base: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${name}_url`, `${base}/${name}`]))
}

const githubUser = (login: string, id: number) => ({
  ...{ login, id, node_id: `U_${id}`, avatar_url: `https://avatars.example.com/u/${id}?v=4`, gravatar_id: '' },
  ...{ url: `https://api.github.com/users/${login}`, html_url: `https://github.com/${login}` },
  ...addresses(`https://api.github.com/users/${login}`, [
    ...['followers', 'following', 'gists', 'starred', 'subscriptions', 'organizations', 'repos', 'events'],
    'received_events',
  ]),
  ...{ type: 'User', user_view_type: 'public', site_admin: false },
})

const githubRepository = {
  ...{ id: 186853002, node_id: 'R_kgDO186853', name: 'widgets', full_name: 'example/widgets', private: false },
  owner: { ...githubUser('example', 21031067), type: 'Organization' },
  ...{ html_url: 'https://github.com/example/widgets', description: null, fork: false },
  url: 'https://api.github.com/repos/example/widgets',
  ...addresses('https://api.github.com/repos/example/widgets', [
    ...['forks', 'keys', 'collaborators', 'teams', 'hooks', 'issue_events', 'events', 'assignees', 'branches', 'tags'],
    ...['blobs', 'git_tags', 'git_refs', 'trees', 'statuses', 'languages', 'stargazers', 'contributors', 'subscribers'],
    ...['subscription', 'commits', 'git_commits', 'comments', 'issue_comment', 'contents', 'compare', 'merges'],
    ...['archive', 'downloads', 'issues', 'pulls', 'milestones', 'notifications', 'labels', 'releases', 'deployments'],
  ]),
  ...{ created_at: at(0), updated_at: at(0), pushed_at: at(0), git_url: 'git://github.com/example/widgets.git' },
  ...{ ssh_url: 'git@github.com:example/widgets.git', clone_url: 'https://github.com/example/widgets.git' },
  ...{ svn_url: 'https://github.com/example/widgets', homepage: null, size: 12, stargazers_count: 0 },
  ...{ watchers_count: 0, language: 'C', has_issues: true, has_projects: true, has_downloads: true, has_wiki: true },
  ...{ has_pages: false, has_discussions: false, forks_count: 0, mirror_url: null, archived: false, disabled: false },
  ...{ open_issues_count: 2, license: null, allow_forking: true, is_template: false, topics: [], visibility: 'public' },
  ...{ forks: 0, open_issues: 2, watchers: 0, default_branch: 'main', custom_properties: {} },
  web_commit_signoff_required: false,
}

const githubSide = (ref: string, sha: string) => ({
  ...{ label: `example:${ref}`, ref, sha, user: githubUser('example', 21031067), repo: githubRepository },
})

function githubPullRequest({ title, state, minute }: Step) {
  const isMerged = state === 'merged'
  const sender = githubUser('mona', 1001)
  const closed = state === 'open' ? null : at(minute)
  const url = 'https://api.github.com/repos/example/widgets/pulls/7'
  return {
    ...{ action: state === 'open' ? 'opened' : 'closed', number: 7 },
    pull_request: {
      ...{ url, id: 279147437, node_id: 'PR_kwDO279', html_url: 'https://github.com/example/widgets/pull/7' },
      ...{ diff_url: 'https://github.com/example/widgets/pull/7.diff', number: 7, locked: false, title, user: sender },
      ...addresses(url, ['patch', 'issue', 'commits', 'review_comments', 'review_comment', 'comments', 'statuses']),
      ...{ state: state === 'open' ? 'open' : 'closed', body: 'It is better so.', created_at: at(0) },
      ...{ updated_at: at(minute), closed_at: closed, merged_at: isMerged ? closed : null },
      ...{ merge_commit_sha: isMerged ? after : null, assignee: null, assignees: [], requested_reviewers: [] },
      ...{ requested_teams: [], labels: [], milestone: null, draft: false, author_association: 'MEMBER' },
      ...{ head: githubSide('changes', after), base: githubSide('main', before), auto_merge: null },
      ...{ active_lock_reason: null, merged: isMerged, mergeable: isMerged ? null : true, rebaseable: null },
      ...{ mergeable_state: 'unknown', merged_by: isMerged ? sender : null, comments: 0, review_comments: 0 },
      ...{ maintainer_can_modify: false, commits: 1, additions: 1, deletions: 1, changed_files: 1 },
      _links: { self: { href: url }, html: { href: 'https://github.com/example/widgets/pull/7' } },
    },
    ...{ repository: githubRepository, organization: { login: 'example', id: 21031067 }, sender },
    installation: { id: 375706, node_id: 'MDIzOk' },
  }
}

function githubPush(message: string) {
  const person = { name: 'Mona Lisa', email: 'mona@example.com', username: 'mona' }
  const commit = {
    ...{ id: after, tree_id: before, distinct: true, message, timestamp: '2026-03-01T12:00:00+02:00' },
    ...{ url: `https://github.com/example/widgets/commit/${after}`, author: person, committer: person },
    ...{ added: [], removed: [], modified: ['README.md'] },
  }
  return {
    ...{ ref: 'refs/heads/main', before, after, created: false, deleted: false, forced: false, base_ref: null },
    ...{ compare: 'https://github.com/example/widgets/compare/6113728f27ae...4522cbc1e0c5', commits: [commit] },
    // In this event, times of the repository are numbers.
    repository: { ...githubRepository, created_at: 1557933565, pushed_at: 1557933657, master_branch: 'main' },
    ...{ pusher: { name: 'mona', email: 'mona@example.com' }, organization: { login: 'example', id: 21031067 } },
    ...{ sender: githubUser('mona', 1001), head_commit: commit },
  }
}

const gitlabUser = {
  ...{ id: 1, name: 'Mona Lisa', username: 'mona', email: '[REDACTED]' },
  avatar_url: 'https://gitlab.example.com/uploads/-/system/user/avatar/1/avatar.png',
}

const gitlabProject = {
  ...{ id: 15, name: 'Widgets', description: '', web_url: 'https://gitlab.example.com/example/tools/widgets' },
  ...{ avatar_url: null, git_ssh_url: 'git@gitlab.example.com:example/tools/widgets.git' },
  ...{ git_http_url: 'https://gitlab.example.com/example/tools/widgets.git', namespace: 'Tools', visibility_level: 20 },
  ...{ path_with_namespace: 'example/tools/widgets', default_branch: 'main', ci_config_path: null },
  ...{ homepage: 'https://gitlab.example.com/example/tools/widgets', http_url: 'https://gitlab.example.com/w.git' },
  ...{ url: 'git@gitlab.example.com:example/tools/widgets.git', ssh_url: 'git@gitlab.example.com:w.git' },
}

const gitlabRepository = {
  ...{ name: 'Widgets', url: gitlabProject.url, description: '', homepage: gitlabProject.homepage },
  ...{ git_http_url: gitlabProject.git_http_url, git_ssh_url: gitlabProject.git_ssh_url, visibility_level: 20 },
}

function gitlabCommit(message: string) {
  return {
    ...{ id: after, message, title: message.split('\n')[0], timestamp: '2026-03-01T12:00:00+02:00' },
    url: `${gitlabProject.web_url}/-/commit/${after}`,
    author: { name: 'Mona Lisa', email: '[REDACTED]' },
  }
}

function gitlabMergeRequest({ title, state, minute }: Step) {
  // As earlier versions write times.
  const old = (time: string) => time.replace('T', ' ').replace('Z', ' UTC')
  const action = { open: 'open', closed: 'close', merged: 'merge' }[state]
  return {
    ...{ object_kind: 'merge_request', event_type: 'merge_request', user: gitlabUser, project: gitlabProject },
    object_attributes: {
      ...{ assignee_id: null, author_id: 1, created_at: old(at(0)), description: 'It is better so.', draft: false },
      ...{ head_pipeline_id: null, id: 99, iid: 7, last_edited_at: null, last_edited_by_id: null },
      ...{ merge_commit_sha: state === 'merged' ? after : null, merge_error: null, merge_params: {} },
      ...{ merge_status: 'can_be_merged', merge_user_id: null, merge_when_pipeline_succeeds: false },
      ...{ milestone_id: null, source_branch: 'changes', source_project_id: 15, state_id: 1, target_branch: 'main' },
      ...{ target_project_id: 15, time_estimate: 0, title, updated_at: old(at(minute)), updated_by_id: null },
      ...{ prepared_at: old(at(0)), assignee_ids: [], blocking_discussions_resolved: true, labels: [] },
      ...{ detailed_merge_status: 'mergeable', first_contribution: false, human_time_change: null },
      ...{ human_time_estimate: null, human_total_time_spent: null, last_commit: gitlabCommit('Stop it') },
      ...{ reviewer_ids: [], source: gitlabProject, target: gitlabProject, time_change: 0, total_time_spent: 0 },
      ...{ state: state === 'open' ? 'opened' : state, url: `${gitlabProject.web_url}/-/merge_requests/7` },
      ...{ work_in_progress: false, approval_rules: [], action, system: false },
    },
    ...{ labels: [], changes: { updated_at: { previous: old(at(0)), current: old(at(minute)) } } },
    ...{ repository: gitlabRepository, assignees: [gitlabUser], reviewers: [] },
  }
}

function gitlabPush(message: string) {
  return {
    ...{ object_kind: 'push', event_name: 'push', before, after, ref: 'refs/heads/main', ref_protected: true },
    ...{ checkout_sha: after, message: null, user_id: 1, user_name: 'Mona Lisa', user_username: 'mona' },
    ...{ user_email: '', user_avatar: gitlabUser.avatar_url, project_id: 15, project: gitlabProject },
    commits: [{ ...gitlabCommit(message), added: [], modified: ['README.md'], removed: [] }],
    ...{ total_commits_count: 1, push_options: {}, repository: gitlabRepository },
  }
}

const giteaUser = (login: string, id: number, base: string) => ({
  ...{ id, login, login_name: '', source_id: 0, full_name: '', email: `${login}@noreply.git.example.com` },
  ...{ avatar_url: `${base}/avatars/${id}`, html_url: `${base}/${login}`, language: '', is_admin: false },
  ...{ last_login: '0001-01-01T00:00:00Z', created: at(0), restricted: false, active: false, prohibit_login: false },
  ...{ location: '', website: '', description: '', visibility: 'public', followers_count: 0, following_count: 0 },
  ...{ starred_repos_count: 0, username: login },
})

function giteaRepository(base: string) {
  const url = `${base}/example/widgets`
  return {
    ...{ id: 42, owner: giteaUser('example', 3, base), name: 'widgets', full_name: 'example/widgets' },
    ...{ description: '', empty: false, private: false, fork: false, template: false, parent: null, mirror: false },
    ...{ size: 24, language: '', languages_url: `${base}/api/v1/repos/example/widgets/languages`, html_url: url },
    ...{ url: `${base}/api/v1/repos/example/widgets`, link: '', ssh_url: 'git@git.example.com:example/widgets.git' },
    ...{ clone_url: `${url}.git`, original_url: '', website: '', stars_count: 0, forks_count: 0, watchers_count: 1 },
    ...{ open_issues_count: 0, open_pr_counter: 1, release_counter: 0, default_branch: 'main', archived: false },
    ...{ created_at: at(0), updated_at: at(0), archived_at: '1970-01-01T00:00:00Z', has_issues: true, has_wiki: true },
    ...{ permissions: { admin: true, push: true, pull: true }, internal_tracker: { enable_time_tracker: true } },
    ...{ has_pull_requests: true, has_projects: true, projects_mode: 'all', has_releases: true, has_packages: true },
    ...{ has_actions: true, ignore_whitespace_conflicts: false, allow_merge_commits: true, allow_rebase: true },
    ...{ allow_squash_merge: true, allow_rebase_update: true, default_merge_style: 'merge', avatar_url: '' },
    ...{ internal: false, mirror_interval: '', object_format_name: 'sha1', mirror_updated: '0001-01-01T00:00:00Z' },
    ...{ repo_transfer: null, topics: [], licenses: null },
  }
}

function giteaPullRequest(base: string, { title, state, minute }: Step) {
  const [user, repo] = [giteaUser('mona', 1, base), giteaRepository(base)]
  const [isMerged, closed] = [state === 'merged', state === 'open' ? null : at(minute)]
  const side = (ref: string, sha: string) => ({ label: ref, ref, sha, repo_id: 42, repo })
  return {
    ...{ action: state === 'open' ? 'opened' : 'closed', number: 7 },
    pull_request: {
      ...{ id: 99, url: `${base}/example/widgets/pulls/7`, number: 7, user, title, body: 'It is better so.' },
      ...{ labels: [], milestone: null, assignee: null, assignees: null, requested_reviewers: null },
      ...{ requested_reviewers_teams: null, state: state === 'open' ? 'open' : 'closed', draft: false },
      ...{ is_locked: false, comments: 0, additions: 1, deletions: 1, changed_files: 1 },
      ...{ html_url: `${base}/example/widgets/pulls/7`, diff_url: `${base}/example/widgets/pulls/7.diff` },
      ...{ patch_url: `${base}/example/widgets/pulls/7.patch`, mergeable: !isMerged, merged: isMerged },
      ...{ merged_at: isMerged ? closed : null, merge_commit_sha: isMerged ? after : null },
      ...{ merged_by: isMerged ? user : null, allow_maintainer_edit: false, base: side('main', before) },
      ...{ head: side('changes', after), merge_base: before, due_date: null, created_at: at(0) },
      ...{ updated_at: at(minute) as string | null, closed_at: closed, pin_order: 0 },
    },
    ...{ requested_reviewer: null, repository: repo, sender: user, commit_id: '', review: null },
  }
}

function giteaPush(base: string, message: string) {
  const [user, person] = [giteaUser('mona', 1, base), { name: 'Mona', email: 'mona@example.com', username: 'mona' }]
  const commit = {
    ...{ id: after, message, url: `${base}/example/widgets/commit/${after}`, author: person, committer: person },
    ...{ verification: null, timestamp: '2026-03-01T12:00:00+02:00', added: [], removed: [], modified: ['README.md'] },
  }
  return {
    ...{ ref: 'refs/heads/main', before, after, compare_url: `${base}/example/widgets/compare/6113728...4522cbc` },
    ...{ commits: [commit], total_commits: 1, head_commit: commit, repository: giteaRepository(base) },
    ...{ pusher: user, sender: user },
  }
}

const giteaHeaders = (host: 'gitea' | 'forgejo', event: string) => ({
  ...Object.fromEntries(
    ['gitea', 'gogs', ...(host === 'forgejo' ? ['forgejo'] : [])].map((h) => [`x-${h}-event`, event]),
  ),
  ...{ 'x-github-event': event, 'x-github-event-type': event, 'x-gitea-delivery': 'd', 'x-gitea-event-type': event },
})

const like = (host: 'gitea' | 'forgejo', base: string) => ({
  headers: { pull: giteaHeaders(host, 'pull_request'), push: giteaHeaders(host, 'push') },
  pull: (step: Step) => giteaPullRequest(base, step),
  push: (message: string) => giteaPush(base, message),
  repository: `${new URL(base).host}/example/widgets`,
})

/** Events of each host, with their headers but for the signature. */
export const hostPayloads = {
  github: {
    headers: { pull: { 'x-github-event': 'pull_request' }, push: { 'x-github-event': 'push' } },
    pull: githubPullRequest,
    push: githubPush,
    repository: 'github.com/example/widgets',
  },
  gitlab: {
    headers: { pull: { 'x-gitlab-event': 'Merge Request Hook' }, push: { 'x-gitlab-event': 'Push Hook' } },
    pull: gitlabMergeRequest,
    push: gitlabPush,
    repository: 'gitlab.example.com/example/tools/widgets',
  },
  gitea: like('gitea', 'https://git.example.com'),
  forgejo: like('forgejo', 'https://forge.example.org'),
}
