// Payloads of hosts other than GitHub.
import { hookSecret } from './code.js'

/** Merge requests of GitLab, and pull requests of Gitea and Forgejo. */
export const byHost = {
  gitlab: {
    headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': hookSecret },
    payload: (title: string, state: string, time: string) => ({
      object_kind: 'merge_request',
      user: { name: 'Octo Cat', username: 'octocat' },
      project: {
        ...{ id: 1, web_url: 'https://gitlab.com/example/sub/widgets', path_with_namespace: 'example/sub/widgets' },
        ...{ default_branch: 'main', visibility_level: 20 },
      },
      object_attributes: {
        ...{ id: 99, iid: 7, title, description: '', state, updated_at: time, work_in_progress: false },
        ...{ source_branch: 'changes', target_branch: 'main' },
        url: 'https://gitlab.com/example/sub/widgets/merge_requests/7',
      },
    }),
    link: { repository: 'gitlab.com/example/sub/widgets', ref: '7' },
  },
  gitea: {
    headers: { 'x-gitea-event': 'pull_request', 'x-gitea-delivery': 'd' },
    payload: (title: string, state: string, time: string) => ({
      action: 'edited',
      pull_request: {
        ...{ id: 9, number: 7, title, body: '', state: state === 'opened' ? 'open' : 'closed', updated_at: time },
        ...{ html_url: 'https://git.example.com/example/widgets/pulls/7', merged: state === 'merged' },
        ...{ user: { login: 'octocat' }, head: { ref: 'changes' }, base: { ref: 'main' } },
      },
      repository: {
        ...{ full_name: 'example/widgets', html_url: 'https://git.example.com/example/widgets' },
        ...{ private: false, default_branch: 'main' },
      },
    }),
    link: { repository: 'git.example.com/example/widgets', ref: '7' },
  },
} as const

const hash = '4522cbc1e0c5f2b4d3a6978899aabbccddeeff00'

/** Pushes with the fields that each host sends, of which some are not read. */
export const pushes = {
  gitlab: {
    headers: { 'x-gitlab-event': 'Push Hook', 'x-gitlab-event-uuid': 'd', 'x-gitlab-instance': 'https://gitlab.com' },
    payload: (message: string) => ({
      ...{ object_kind: 'push', event_name: 'push', before: '0'.repeat(40), after: hash, checkout_sha: hash },
      ...{ ref: 'refs/heads/main', message: null, user_id: 1, user_name: 'Octo Cat', user_username: 'octocat' },
      project: {
        ...{ id: 1, name: 'widgets', description: '', web_url: 'https://gitlab.com/example/widgets' },
        ...{ namespace: 'example', visibility_level: 20, path_with_namespace: 'example/widgets' },
        ...{ default_branch: 'main', ci_config_path: null, avatar_url: null },
      },
      commits: [
        {
          ...{ id: hash, message, title: message.split('\n')[0], timestamp: '2026-03-01T10:00:00+02:00' },
          url: `https://gitlab.com/example/widgets/-/commit/${hash}`,
          author: { name: 'Octo Cat', email: '[REDACTED]' },
          ...{ added: [], modified: ['README.md'], removed: [] },
        },
      ],
      ...{ total_commits_count: 1, push_options: {} },
    }),
  },
  gitea: {
    headers: { 'x-gitea-event': 'push', 'x-gitea-event-type': 'push', 'x-gitea-delivery': 'd' },
    payload: (message: string) => ({
      ...{ ref: 'refs/heads/main', before: '0'.repeat(40), after: hash, total_commits: 1 },
      compare_url: 'https://git.example.com/example/widgets/compare/1...2',
      commits: [
        {
          ...{ id: hash, message, url: `https://git.example.com/example/widgets/commit/${hash}` },
          author: { name: 'Octo Cat', email: 'octocat@example.com', username: 'octocat' },
          committer: { name: 'Octo Cat', email: 'octocat@example.com', username: 'octocat' },
          ...{ verification: null, timestamp: '2026-03-01T10:00:00+02:00', added: null, removed: null },
        },
      ],
      head_commit: null,
      repository: {
        ...{ id: 1, owner: { id: 1, login: 'example' }, name: 'widgets', full_name: 'example/widgets' },
        ...{ private: false, fork: false, html_url: 'https://git.example.com/example/widgets' },
        ...{ default_branch: 'main', archived: false },
      },
      pusher: { id: 1, login: 'octocat' },
      sender: { id: 1, login: 'octocat' },
    }),
  },
} as const
