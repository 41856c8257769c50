// The scripts of Bugzilla, and where each leads.
import { bugAsXml, newBug, pageOfBug, showAttachment, showBug, showGraph } from './bugs.js'
import { chart, list, mostDuplicated, openBugs, requests, searchForm } from './lists.js'
import { gone, page, segment, type Resolve } from './outcome.js'

const preferences = new Map([
  ['email', 'me/notifications'],
  ['saved-searches', 'me/searches'],
  ['apikey', 'me/api-keys'],
  ['sessions', 'me/sessions'],
])

const product: Resolve = ({ query, hasPages }) => {
  const name = segment(query.get('product') ?? '')
  if (!hasPages || name === undefined) return undefined
  return { to: name === '' ? 'products' : `products/${name}` }
}

const helpPages = new Map([
  ['quicksearch.html', 'help/search'],
  ['searchhelp.html', 'help/search'],
  ['fields.html', ''],
  ['bug-writing.html', ''],
  ['etiquette.html', ''],
])

const oldToken = gone('Links of old email no longer work.\nRequest a new one at /reset.')
const reset = page('reset')

/** Addresses to which Bugzilla's forms send changes. */
const writes = gone('Changes are not sent to this address.\nUse the REST API: POST /rest/bug, PUT /rest/bug/ID.')
const charts = gone('Old charts are not available.\nUse the page /charts, or GET /rest/bug/count and /rest/bug/trend.')
const nothingInstead = (what: string) => gone(`${what} not available here.\nUse the pages or the REST API.`)

/** A Map, because names come from requests. */
export const oldAddresses: ReadonlyMap<string, Resolve> = new Map<string, Resolve>([
  ['index.cgi', page('')],
  ['show_bug.cgi', showBug],
  ['xml.cgi', bugAsXml],
  ['attachment.cgi', showAttachment],
  ['buglist.cgi', list],
  ['query.cgi', searchForm],
  ['enter_bug.cgi', newBug],
  ['show_activity.cgi', pageOfBug('id', '/history')],
  ['showdependencytree.cgi', showGraph],
  ['showdependencygraph.cgi', showGraph],
  ['describecomponents.cgi', product],
  ['describekeywords.cgi', page('help/keywords')],
  ['request.cgi', requests],
  ['report.cgi', chart],
  ['duplicates.cgi', mostDuplicated],
  ['userprefs.cgi', (request) => page(preferences.get(request.query.get('tab') ?? '') ?? 'me')(request)],
  ['createaccount.cgi', page('register')],
  ['token.cgi', (request) => (request.query.get('a') === 'reqpw' ? reset(request) : oldToken(request))],
  [
    'page.cgi',
    (request) => {
      const path = helpPages.get(request.query.get('id') ?? '')
      return path === undefined ? undefined : page(path)(request)
    },
  ],
  ['colchange.cgi', openBugs],
  ['votes.cgi', pageOfBug('bug_id')],
  ['post_bug.cgi', writes],
  ['process_bug.cgi', writes],
  ['config.cgi', gone('The configuration is not exported in this format.\nUse GET /rest/field/bug and /rest/product.')],
  ['chart.cgi', charts],
  ['reports.cgi', charts],
  ['summarize_time.cgi', nothingInstead('Summaries of time are')],
  ['quips.cgi', nothingInstead('Quips are')],
  ['relogin.cgi', nothingInstead('Sessions of another user are')],
  ['sanitycheck.cgi', gone('The sanity check is not available here.\nRun the command trackerkit doctor.')],
  ['importxml.pl', gone('Bugs are not imported from XML.\nRun the command trackerkit import.')],
  ['admin.cgi', page('admin')],
  ['editproducts.cgi', product],
  ['editusers.cgi', page('admin/users')],
  ['editcomponents.cgi', page('admin/products')],
  ['editversions.cgi', page('admin/products')],
  ['editmilestones.cgi', page('admin/products')],
  ['editclassifications.cgi', page('admin/classifications')],
  ['editgroups.cgi', page('admin/groups')],
  ['editfields.cgi', page('admin/fields')],
  ['editvalues.cgi', page('admin/fields')],
  ['editflagtypes.cgi', page('admin/flag-types')],
  ['editkeywords.cgi', page('admin/keywords')],
  ['editworkflow.cgi', page('admin/workflow')],
  ['editparams.cgi', page('admin/parameters')],
  ['editsettings.cgi', page('admin')],
  ['editwhines.cgi', page('me/searches')],
])

/** Scripts that took changes: other methods get the same answer. */
export const tookChanges: ReadonlySet<string> = new Set(['post_bug.cgi', 'process_bug.cgi', 'attachment.cgi'])
