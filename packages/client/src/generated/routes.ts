// Written by `npm run generate` from the routes of the API and the schemas of answers: change those.
import type { OperationTypes } from '@trackerkit/types'

/** A line for each resource, which takes fewer bytes than an object: its name, then its verbs with their routes and marks. */
const lines = `products, create=POST:/product, get=GET:/product, update=PUT:/product/{ids+|names+}, selectable=GET:/product_selectable, enterable=GET:/product_enterable, accessible=GET:/product_accessible
components, create=POST:/component, get=GET:/component, update=PUT:/component/{ids+} PUT:/component/{product}/{names+}, delete=DELETE:/component/{ids+} DELETE:/component/{product}/{names+}
versions, create=POST:/version, get=GET:/version/{ids+|product} GET:/version/{product}/{names+}, update=PUT:/version/{ids+} PUT:/version/{product}/{names+}, delete=DELETE:/version/{ids+} DELETE:/version/{product}/{names+}
milestones, create=POST:/milestone, get=GET:/milestone, update=PUT:/milestone/{ids+} PUT:/milestone/{product}/{names+}, delete=DELETE:/milestone/{ids+} DELETE:/milestone/{product}/{names+}
classifications, create=POST:/classification, get=GET:/classification, update=PUT:/classification/{ids+|names+}, delete=DELETE:/classification/{ids+|names+}
keywords, create=POST:/keyword, get=GET:/keyword, update=PUT:/keyword/{ids+|names+}, delete=DELETE:/keyword/{ids+|names+}
flagTypes, create=POST:/flag_type, get=GET:/flag_type, update=PUT:/flag_type/{ids+|names+}, delete=DELETE:/flag_type/{ids+|names+}
fields, create=POST:/field/bug, get=GET:/field/bug, values=GET:/field/bug/{field}/values GET:/field/bug/{field}/{product_id}/values, update=PUT:/field/bug/{ids+|names+}, delete=DELETE:/field/bug/{ids+|names+}
groups, create=POST:/group, get=GET:/group, update=PUT:/group/{ids+|names+}, delete=DELETE:/group/{ids+|names+}, inherit=PUT:/group/{ids+|names+}/inheritance, inheritance=GET:/group/{ids+|names+}/inheritance
groupControls, get=GET:/group_control, update=PUT:/product/{ids+|names+}/group_control PUT:/product/{ids+|names+}/group_control/{group}
users, create=POST:/user, get=GET:/user=@, update=PUT:/user/{ids+|names+}, erase=POST:/user/{ids+}/erase, updateSelf=PUT:/whoami, whoami=GET:/whoami
forms, create=POST:/form, get=GET:/form, update=PUT:/form/{ids+|names+}, delete=DELETE:/form/{ids+|names+}
intakes, create=POST:/intake, get=GET:/intake, update=PUT:/intake/{ids+|names+}, delete=DELETE:/intake/{ids+|names+}, rotateKey=POST:/intake/{id}/key
codeHooks, create=POST:/code_hook=!, get=GET:/code_hook=@, update=PUT:/code_hook/{ids+}, delete=DELETE:/code_hook/{ids+}, rotate=POST:/code_hook/{id}/secret=!
accounts, get=GET:/account, requestPassword=POST:/account/password, setPassword=PUT:/account/password=!, register=POST:/account, create=PUT:/account=!, requestAddress=POST:/account/address, setAddress=PUT:/account/address
apiKeys, create=POST:/api_key=!, get=GET:/api_key=@, update=PUT:/api_key/{ids+}, revokeAll=DELETE:/api_key
attachments, create=POST:/bug/{id_or_alias|ids*}/attachment, get=GET:/bug/{ids+}/attachment GET:/bug/attachment/{attachment_ids+}=@#, update=PUT:/bug/attachment/{ids+}=@, download=GET:/bug/attachment/{id}/data=@#, erase=DELETE:/bug/attachment/{ids+}
audit, get=GET:/audit_log=@
requests, get=GET:/request=@
bugs, create=POST:/bug, get=GET:/bug/{ids+}=@*, update=PUT:/bug/{ids+}=@, delete=DELETE:/bug/{ids+}, history=GET:/bug/{ids+}/history=@, view=GET:/bug/{id}/view=@*, people=GET:/bug/{id}/people, graph=GET:/bug/{id}/graph, search=GET:/bug POST:/bug/search=@*, count=GET:/bug/count, trend=GET:/bug/trend, board=GET:/bug/board=@*, possibleDuplicates=GET:/bug/possible_duplicates=@*
changes, get=GET:/changes=@, restart=POST:/changes/restart
codeLinks, get=GET:/bug/{id}/code_link=@, create=POST:/bug/{id}/code_link, delete=DELETE:/code_link/{ids+}
comments, create=POST:/bug/{id}/comment, get=GET:/bug/{ids+}/comment GET:/bug/comment/{comment_ids+}=@, update=PUT:/bug/comment/{id}=@, tick=PUT:/bug/comment/{id}/task=@, revisions=GET:/bug/comment/{id}/revisions=@, render=POST:/bug/comment/render, updateTags=PUT:/bug/comment/{comment_id}/tags, reactions=GET:/bug/comment/{id}/reactions, updateReactions=PUT:/bug/comment/{id}/reactions, searchTags=GET:/bug/comment/tags, redact=POST:/bug/comment/{ids+}/redact
fieldValues, create=POST:/field/bug/{field}/values, update=PUT:/field/bug/{field}/values/{names+}, delete=DELETE:/field/bug/{field}/values/{names+}
inbound, list=GET:/inbound=@, content=GET:/inbound/{id}/content=@#, accept=POST:/inbound/accept, refuse=POST:/inbound/refuse, retry=POST:/inbound/retry
linkedAccounts, get=GET:/linked_account=@, remove=POST:/linked_account/remove
logins, begin=POST:/login/flow=!, finish=PUT:/login/flow=!, complete=POST:/login/flow/complete=!, ended=POST:/login/ended
mail, list=GET:/mail=@, resend=POST:/mail/resend, drop=POST:/mail/drop
parameters, get=GET:/parameters, describe=GET:/parameters/describe, update=PUT:/parameters
passkeys, begin=POST:/passkey/begin, create=POST:/passkey=!, get=GET:/passkey=@, update=PUT:/passkey/{id}, remove=POST:/passkey/{id}/remove DELETE:/passkey/{id}
preferences, get=GET:/preferences, update=PUT:/preferences, endReplies=POST:/preferences/end_replies, subscription=GET:/unsubscribe/{token}, unsubscribe=POST:/unsubscribe/{token}
reports, get=GET:/report/{key}, create=POST:/report/{key}
savedSearches, save=POST:/saved_search, get=GET:/saved_search, delete=DELETE:/saved_search/{ids+}
schedules, create=POST:/schedule, get=GET:/schedule=@, update=PUT:/schedule/{id}, delete=DELETE:/schedule/{id}, run=POST:/schedule/{id}/run
secondFactor, get=GET:/second_factor=@, begin=POST:/second_factor=!, confirm=PUT:/second_factor=!, renewRecoveryCodes=POST:/second_factor/recovery_codes=!, remove=POST:/second_factor/remove, reset=DELETE:/user/{ids+|names+}/second_factor
server, version=GET:/version, extensions=GET:/extensions, timezone=GET:/timezone, time=GET:/time=@, metadata=GET:/metadata, suggest=GET:/suggest, lastAuditTime=GET:/last_audit_time=@
sessions, check=GET:/valid_login, create=POST:/login=!, get=GET:/sessions=@, current=GET:/sessions/current=@, confirm=POST:/sessions/confirm=!@, requestCode=POST:/sessions/confirm/mail, actAs=POST:/sessions/act_as=!@, end=DELETE:/sessions/{id}, delete=POST:/logout, deleteOthers=DELETE:/sessions
tags, update=PUT:/bug/{ids+}/tags
visits, record=POST:/bug_user_last_visit=@, get=GET:/bug_user_last_visit=@
follows, get=GET:/follow, update=PUT:/follow
inbox, get=GET:/inbox=@, update=PUT:/inbox
watches, get=GET:/watch, update=PUT:/watch
webhooks, create=POST:/webhook=!, get=GET:/webhook=@, update=PUT:/webhook/{ids+}, delete=DELETE:/webhook/{ids+}, rotate=POST:/webhook/{id}/secret=!, list=GET:/webhooks/list, ping=POST:/webhook/{id}/ping=@, deliveries=GET:/webhook/{id}/delivery=@, redeliver=POST:/webhook/{id}/redeliver
workflow, get=GET:/workflow, update=PUT:/workflow`

const entries = lines.split('\n').flatMap((line) => {
  const [resource, ...verbs] = line.split(', ')
  return verbs.map((text) => {
    const [verb, route, marks = ''] = text.split('=')
    return [`${resource}.${verb}`, route, marks] as const
  })
})

/**
 * The routes of each operation. The first whose placeholders the input fills is used. Reads begin with GET. `{id}` is that field of
 * the input; `{ids+}` the first item of a list, whose other items are sent beside the path; `{ids*}` the first item of a list that
 * is sent as a whole beside it; `{ids+|names+}` the first of the two fields that is given.
 */
export const routes = Object.fromEntries(entries.map(([name, route]) => [name, route])) as Readonly<
  Record<keyof OperationTypes, string>
>

function marked(mark: string): ReadonlySet<string> {
  return new Set(entries.flatMap(([name, , marks]) => (marks.includes(mark) ? [name] : [])))
}

/** Their answers hold a secret, which no server keeps: they are not repeated. */
export const withSecrets = marked('!')

/** Under these names answers have times, in all operations with times. */
export const timeNames = new Set<string>(
  'at bounced_time confirmed_until creation_date creation_time db_time edit_time expires failing_since last_audit_time last_change_time last_login last_success last_time last_used last_visit_ts later_until modification_date next_attempt next_time seen_until sent_time set_up_time since time web_time web_time_utc when'.split(
    ' ',
  ),
)

/** Under these, bytes. */
export const byteNames = new Set<string>(['data'])

export const withTimes = marked('@')

export const withBytes = marked('#')

/** Their answers have custom fields, of which some may be times. */
export const withCustomFields = marked('*')
