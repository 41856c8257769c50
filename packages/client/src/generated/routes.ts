// Written by `npm run generate` out of the routes of the API and the schemas of answers: change those.
import type { OperationTypes } from '@trackerkit/core'

/**
 * The routes of each operation, of which the first goes that the input fills; what changes nothing begins with GET. `{id}` is that value of the input; `{ids+}` the first of a list, of
 * which the others travel beside the path; `{ids*}` the first of a list that travels beside it as a whole; of `{ids+|names+}` it is
 * the first one that there is.
 */
export const routes: Readonly<Record<keyof OperationTypes, string>> = {
  'products.create': 'POST:/product',
  'products.get': 'GET:/product',
  'products.update': 'PUT:/product/{ids+|names+}',
  'products.selectable': 'GET:/product_selectable',
  'products.enterable': 'GET:/product_enterable',
  'products.accessible': 'GET:/product_accessible',
  'components.create': 'POST:/component',
  'components.get': 'GET:/component',
  'components.update': 'PUT:/component/{ids+} PUT:/component/{product}/{names+}',
  'components.delete': 'DELETE:/component/{ids+} DELETE:/component/{product}/{names+}',
  'versions.create': 'POST:/version',
  'versions.get': 'GET:/version/{ids+|product} GET:/version/{product}/{names+}',
  'versions.update': 'PUT:/version/{ids+} PUT:/version/{product}/{names+}',
  'versions.delete': 'DELETE:/version/{ids+} DELETE:/version/{product}/{names+}',
  'milestones.create': 'POST:/milestone',
  'milestones.get': 'GET:/milestone',
  'milestones.update': 'PUT:/milestone/{ids+} PUT:/milestone/{product}/{names+}',
  'milestones.delete': 'DELETE:/milestone/{ids+} DELETE:/milestone/{product}/{names+}',
  'classifications.create': 'POST:/classification',
  'classifications.get': 'GET:/classification',
  'classifications.update': 'PUT:/classification/{ids+|names+}',
  'classifications.delete': 'DELETE:/classification/{ids+|names+}',
  'keywords.create': 'POST:/keyword',
  'keywords.get': 'GET:/keyword',
  'keywords.update': 'PUT:/keyword/{ids+|names+}',
  'keywords.delete': 'DELETE:/keyword/{ids+|names+}',
  'flagTypes.create': 'POST:/flag_type',
  'flagTypes.get': 'GET:/flag_type',
  'flagTypes.update': 'PUT:/flag_type/{ids+|names+}',
  'flagTypes.delete': 'DELETE:/flag_type/{ids+|names+}',
  'fields.create': 'POST:/field/bug',
  'fields.get': 'GET:/field/bug',
  'fields.values': 'GET:/field/bug/{field}/values GET:/field/bug/{field}/{product_id}/values',
  'fields.update': 'PUT:/field/bug/{ids+|names+}',
  'fields.delete': 'DELETE:/field/bug/{ids+|names+}',
  'groups.create': 'POST:/group',
  'groups.get': 'GET:/group',
  'groups.update': 'PUT:/group/{ids+|names+}',
  'groups.delete': 'DELETE:/group/{ids+|names+}',
  'groups.inherit': 'PUT:/group/{ids+|names+}/inheritance',
  'groups.inheritance': 'GET:/group/{ids+|names+}/inheritance',
  'groupControls.get': 'GET:/group_control',
  'groupControls.update': 'PUT:/product/{ids+|names+}/group_control PUT:/product/{ids+|names+}/group_control/{group}',
  'users.create': 'POST:/user',
  'users.get': 'GET:/user',
  'users.update': 'PUT:/user/{ids+|names+}',
  'users.updateSelf': 'PUT:/whoami',
  'users.whoami': 'GET:/whoami',
  'apiKeys.create': 'POST:/api_key',
  'apiKeys.get': 'GET:/api_key',
  'apiKeys.update': 'PUT:/api_key/{ids+}',
  'attachments.create': 'POST:/bug/{id_or_alias|ids*}/attachment',
  'attachments.get': 'GET:/bug/{ids+}/attachment GET:/bug/attachment/{attachment_ids+}',
  'attachments.update': 'PUT:/bug/attachment/{ids+}',
  'attachments.download': 'GET:/bug/attachment/{id}/data',
  'attachments.erase': 'DELETE:/bug/attachment/{ids+}',
  'audit.get': 'GET:/audit_log',
  'requests.get': 'GET:/request',
  'bugs.create': 'POST:/bug',
  'bugs.get': 'GET:/bug/{ids+}',
  'bugs.update': 'PUT:/bug/{ids+}',
  'bugs.delete': 'DELETE:/bug/{ids+}',
  'bugs.history': 'GET:/bug/{ids+}/history',
  'bugs.view': 'GET:/bug/{id}/view',
  'bugs.graph': 'GET:/bug/{id}/graph',
  'bugs.search': 'GET:/bug POST:/bug/search',
  'bugs.count': 'GET:/bug/count',
  'bugs.possibleDuplicates': 'GET:/bug/possible_duplicates',
  'changes.get': 'GET:/changes',
  'changes.restart': 'POST:/changes/restart',
  'comments.create': 'POST:/bug/{id}/comment',
  'comments.get': 'GET:/bug/{ids+}/comment GET:/bug/comment/{comment_ids+}',
  'comments.update': 'PUT:/bug/comment/{id}',
  'comments.revisions': 'GET:/bug/comment/{id}/revisions',
  'comments.updateTags': 'PUT:/bug/comment/{comment_id}/tags',
  'comments.searchTags': 'GET:/bug/comment/tags',
  'comments.redact': 'POST:/bug/comment/{ids+}/redact',
  'legalValues.create': 'POST:/field/bug/{field}/values',
  'legalValues.update': 'PUT:/field/bug/{field}/values/{names+}',
  'legalValues.delete': 'DELETE:/field/bug/{field}/values/{names+}',
  'mail.list': 'GET:/mail',
  'mail.resend': 'POST:/mail/resend',
  'mail.drop': 'POST:/mail/drop',
  'parameters.get': 'GET:/parameters',
  'parameters.describe': 'GET:/parameters/describe',
  'parameters.update': 'PUT:/parameters',
  'preferences.get': 'GET:/preferences',
  'preferences.update': 'PUT:/preferences',
  'savedSearches.save': 'POST:/saved_search',
  'savedSearches.get': 'GET:/saved_search',
  'savedSearches.delete': 'DELETE:/saved_search/{ids+}',
  'server.version': 'GET:/version',
  'server.extensions': 'GET:/extensions',
  'server.timezone': 'GET:/timezone',
  'server.time': 'GET:/time',
  'server.metadata': 'GET:/metadata',
  'server.suggest': 'GET:/suggest',
  'server.lastAuditTime': 'GET:/last_audit_time',
  'sessions.check': 'GET:/valid_login',
  'sessions.create': 'POST:/login',
  'sessions.get': 'GET:/sessions',
  'sessions.end': 'DELETE:/sessions/{id}',
  'sessions.delete': 'POST:/logout',
  'sessions.deleteOthers': 'DELETE:/sessions',
  'tags.update': 'PUT:/bug/{ids+}/tags',
  'visits.record': 'POST:/bug_user_last_visit',
  'visits.get': 'GET:/bug_user_last_visit',
  'watches.get': 'GET:/watch',
  'watches.update': 'PUT:/watch',
  'webhooks.create': 'POST:/webhook',
  'webhooks.get': 'GET:/webhook',
  'webhooks.update': 'PUT:/webhook/{ids+}',
  'webhooks.delete': 'DELETE:/webhook/{ids+}',
  'webhooks.rotate': 'POST:/webhook/{id}/secret',
  'webhooks.list': 'GET:/webhooks/list',
  'webhooks.ping': 'POST:/webhook/{id}/ping',
  'webhooks.deliveries': 'GET:/webhook/{id}/delivery',
  'webhooks.redeliver': 'POST:/webhook/{id}/redeliver',
  'workflow.get': 'GET:/workflow',
  'workflow.update': 'PUT:/workflow',
}

/** Their answers hold a secret, which no server keeps: they are not repeated. */
export const withSecrets = new Set('apiKeys.create sessions.create webhooks.create webhooks.rotate'.split(' '))

/** Under these names answers have times, in all operations that are named below. */
export const timeNames = new Set(
  'at creation_date creation_time db_time edit_time expires failing_since last_audit_time last_change_time last_success last_used last_visit_ts modification_date next_attempt sent_time time web_time web_time_utc when'.split(
    ' ',
  ),
)

/** Under these, bytes. */
export const byteNames = new Set('data'.split(' '))

export const withTimes = new Set(
  'apiKeys.get attachments.get attachments.update attachments.download audit.get requests.get bugs.get bugs.update bugs.history bugs.view bugs.search bugs.possibleDuplicates changes.get comments.get comments.update comments.revisions mail.list server.time server.lastAuditTime sessions.get visits.record visits.get webhooks.get webhooks.ping webhooks.deliveries'.split(
    ' ',
  ),
)

export const withBytes = new Set('attachments.get attachments.download'.split(' '))

/** Their answers have custom fields, of which some may be times. */
export const withCustomFields = new Set('bugs.get bugs.view bugs.search bugs.possibleDuplicates'.split(' '))
