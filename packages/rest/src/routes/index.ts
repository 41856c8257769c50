// Every route of the API by resource, in the order in which they are described. A resource without routes does not compile.
import { operations } from '@trackerkit/core/operations'
import { among, idOrName, idOrProduct, only, type Route } from '../router/route.js'
import { attachmentRoutes } from './attachments.js'
import { bugRoutes } from './bugs.js'
import { changeRoutes } from './changes.js'
import { codeHookRoutes, codeLinkRoutes } from './code.js'
import { commentRoutes } from './comments.js'
import { fieldRoutes, fieldValueRoutes } from './fields.js'
import { groupControlRoutes } from './group-controls.js'
import { inboundRoutes } from './inbound.js'
import { mailRoutes } from './mail.js'
import { changedComponentInput, newComponentInput, newUserInput } from './other-spellings.js'
import { preferenceRoutes } from './preferences.js'
import { reportRoutes } from './reports.js'
import { sessionRoutes } from './sessions.js'
import { ofProducts, usual } from './standard-routes.js'
import { visitRoutes } from './visits.js'
import { webhookRoutes } from './webhooks.js'

const { accounts, apiKeys, audit, classifications, components, flagTypes, groups, keywords, milestones } = operations
const { parameters, products, savedSearches, schedules, secondFactor, server, tags, users, versions } = operations
const { follows, inbox, linkedAccounts, logins, passkeys, watches, workflow } = operations

const inheritance = { path: '/group/{id_or_name}/inheritance', fill: { id_or_name: idOrName } }
const flagType = { path: '/flag_type/{id_or_name}', fill: { id_or_name: idOrName } }
const apiKey = { path: '/api_key/{id}', fill: { id: among('ids') } }
const schedule = { path: '/schedule/{id}', fill: { id: only('id') } }
const savedSearch = { path: '/saved_search/{id}', fill: { id: among('ids') } }

const routesOf = {
  inbound: inboundRoutes,
  bugs: bugRoutes,
  attachments: attachmentRoutes,
  comments: commentRoutes,
  tags: [
    { method: 'PUT', path: '/bug/{id_or_alias}/tags', operation: tags.update, fill: { id_or_alias: among('ids') } },
  ],
  visits: visitRoutes,
  server: [
    { method: 'GET', path: '/version', operation: server.version, fill: {} },
    { method: 'GET', path: '/extensions', operation: server.extensions, fill: {} },
    { method: 'GET', path: '/timezone', operation: server.timezone, fill: {} },
    { method: 'GET', path: '/time', operation: server.time, fill: {} },
    { method: 'GET', path: '/metadata', operation: server.metadata, fill: {} },
    { method: 'GET', path: '/suggest', operation: server.suggest, fill: {} },
    { method: 'GET', path: '/last_audit_time', operation: server.lastAuditTime, fill: {} },
  ],
  parameters: [
    { method: 'GET', path: '/parameters', operation: parameters.get, fill: {} },
    { method: 'GET', path: '/parameters/describe', operation: parameters.describe, fill: {} },
    { method: 'PUT', path: '/parameters', operation: parameters.update, fill: {} },
  ],
  requests: [{ method: 'GET', path: '/request', operation: operations.requests.get, fill: {} }],
  audit: [{ method: 'GET', path: '/audit_log', operation: audit.get, fill: {} }],
  changes: changeRoutes,
  sessions: sessionRoutes,
  users: [
    { method: 'GET', path: '/whoami', operation: users.whoami, fill: {} },
    { method: 'PUT', path: '/whoami', operation: users.updateSelf, fill: {} },
    ...usual(users, '/user', { create: newUserInput }),
    { method: 'POST', path: '/user/{id}/erase', operation: users.erase, fill: { id: among('ids') } },
  ],
  preferences: preferenceRoutes,
  inbox: [
    { method: 'GET', path: '/inbox', operation: inbox.get, fill: {} },
    { method: 'PUT', path: '/inbox', operation: inbox.update, fill: {} },
  ],
  follows: [
    { method: 'GET', path: '/follow', operation: follows.get, fill: {} },
    { method: 'PUT', path: '/follow', operation: follows.update, fill: {} },
  ],
  watches: [
    { method: 'GET', path: '/watch', operation: watches.get, fill: {} },
    { method: 'PUT', path: '/watch', operation: watches.update, fill: {} },
  ],
  accounts: [
    { method: 'GET', path: '/account', operation: accounts.get, fill: {} },
    { method: 'POST', path: '/account', operation: accounts.register, fill: {} },
    { method: 'PUT', path: '/account', operation: accounts.create, fill: {} },
    { method: 'POST', path: '/account/password', operation: accounts.requestPassword, fill: {} },
    { method: 'PUT', path: '/account/password', operation: accounts.setPassword, fill: {} },
    { method: 'POST', path: '/account/address', operation: accounts.requestAddress, fill: {} },
    { method: 'PUT', path: '/account/address', operation: accounts.setAddress, fill: {} },
  ],
  logins: [
    { method: 'POST', path: '/login/flow', operation: logins.begin, fill: {} },
    { method: 'PUT', path: '/login/flow', operation: logins.finish, fill: {} },
    { method: 'POST', path: '/login/flow/complete', operation: logins.complete, fill: {} },
    { method: 'POST', path: '/login/ended', operation: logins.ended, fill: {} },
  ],
  passkeys: [
    { method: 'POST', path: '/passkey/begin', operation: passkeys.begin, fill: {} },
    { method: 'POST', path: '/passkey', operation: passkeys.create, fill: {} },
    { method: 'GET', path: '/passkey', operation: passkeys.get, fill: {} },
    { method: 'PUT', path: '/passkey/{id}', operation: passkeys.update, fill: { id: only('id') } },
    // A password is not part of an address.
    { method: 'POST', path: '/passkey/{id}/remove', operation: passkeys.remove, fill: { id: only('id') } },
    { method: 'DELETE', path: '/passkey/{id}', operation: passkeys.remove, fill: { id: only('id') } },
  ],
  linkedAccounts: [
    { method: 'GET', path: '/linked_account', operation: linkedAccounts.get, fill: {} },
    { method: 'POST', path: '/linked_account/remove', operation: linkedAccounts.remove, fill: {} },
  ],
  secondFactor: [
    { method: 'GET', path: '/second_factor', operation: secondFactor.get, fill: {} },
    { method: 'POST', path: '/second_factor', operation: secondFactor.begin, fill: {} },
    { method: 'PUT', path: '/second_factor', operation: secondFactor.confirm, fill: {} },
    { method: 'POST', path: '/second_factor/recovery_codes', operation: secondFactor.renewRecoveryCodes, fill: {} },
    { method: 'POST', path: '/second_factor/remove', operation: secondFactor.remove, fill: {} },
    {
      method: 'DELETE',
      path: '/user/{id_or_name}/second_factor',
      operation: secondFactor.reset,
      fill: { id_or_name: idOrName },
    },
  ],
  apiKeys: [
    { method: 'GET', path: '/api_key', operation: apiKeys.get, fill: {} },
    { method: 'GET', ...apiKey, operation: apiKeys.get },
    { method: 'PUT', ...apiKey, operation: apiKeys.update },
    { method: 'POST', path: '/api_key', operation: apiKeys.create, fill: {} },
    { method: 'DELETE', path: '/api_key', operation: apiKeys.revokeAll, fill: {} },
  ],
  savedSearches: [
    { method: 'GET', path: '/saved_search', operation: savedSearches.get, fill: {} },
    { method: 'POST', path: '/saved_search', operation: savedSearches.save, fill: {} },
    { method: 'GET', ...savedSearch, operation: savedSearches.get },
    { method: 'DELETE', ...savedSearch, operation: savedSearches.delete },
  ],
  schedules: [
    { method: 'GET', path: '/schedule', operation: schedules.get, fill: {} },
    { method: 'POST', path: '/schedule', operation: schedules.create, fill: {} },
    { method: 'PUT', ...schedule, operation: schedules.update },
    { method: 'DELETE', ...schedule, operation: schedules.delete },
    { method: 'POST', path: '/schedule/{id}/run', operation: schedules.run, fill: { id: only('id') } },
  ],
  groups: [
    ...usual(groups, '/group'),
    { method: 'GET', ...inheritance, operation: groups.inheritance },
    { method: 'PUT', ...inheritance, operation: groups.inherit },
  ],
  products: [
    { method: 'GET', path: '/product_selectable', operation: products.selectable, fill: {} },
    { method: 'GET', path: '/product_enterable', operation: products.enterable, fill: {} },
    { method: 'GET', path: '/product_accessible', operation: products.accessible, fill: {} },
    ...usual(products, '/product'),
  ],
  groupControls: groupControlRoutes,
  components: ofProducts(components, '/component', true, { create: newComponentInput, update: changedComponentInput }),
  fields: fieldRoutes,
  fieldValues: fieldValueRoutes,
  workflow: [
    { method: 'GET', path: '/workflow', operation: workflow.get, fill: {} },
    { method: 'PUT', path: '/workflow', operation: workflow.update, fill: {} },
  ],
  flagTypes: [
    { method: 'GET', path: '/flag_type', operation: flagTypes.get, fill: {} },
    {
      method: 'GET',
      path: '/flag_type/{id_or_product}',
      operation: flagTypes.get,
      fill: { id_or_product: idOrProduct },
    },
    {
      method: 'GET',
      path: '/flag_type/{product}/{component}',
      operation: flagTypes.get,
      fill: { product: only('product'), component: only('component') },
    },
    { method: 'POST', path: '/flag_type', operation: flagTypes.create, fill: {} },
    { method: 'PUT', ...flagType, operation: flagTypes.update },
    { method: 'DELETE', ...flagType, operation: flagTypes.delete },
  ],
  classifications: usual(classifications, '/classification'),
  keywords: usual(keywords, '/keyword'),
  // GET /version is the version of the server: versions of products are listed by product only.
  versions: ofProducts(versions, '/version', false),
  milestones: ofProducts(milestones, '/milestone', true),
  mail: mailRoutes,
  codeHooks: codeHookRoutes,
  codeLinks: codeLinkRoutes,
  forms: usual(operations.forms, '/form'),
  intakes: [
    ...usual(operations.intakes, '/intake'),
    { method: 'POST', path: '/intake/{id}/key', operation: operations.intakes.rotateKey, fill: { id: only('id') } },
  ],
  reports: reportRoutes,
  webhooks: webhookRoutes,
} satisfies Record<keyof typeof operations, readonly Route[]>

export const routes: readonly Route[] = Object.values(routesOf).flat()

const ownLogins: readonly Route[] = [
  ...sessionRoutes,
  ...routesOf.accounts,
  ...routesOf.secondFactor,
  ...routesOf.logins,
  ...routesOf.linkedAccounts,
  ...routesOf.passkeys,
]

/** For trackers where only the host identifies callers: logging in does not exist. */
export const routesWithoutLogin: readonly Route[] = routes.filter((route) => !ownLogins.includes(route))
