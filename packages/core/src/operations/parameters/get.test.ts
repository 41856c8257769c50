import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { parameterNames } from '../../setup/parameters.js'

const forAll = ['maintainer', 'requirelogin']
const forUsers = [
  'allowemailchange',
  'attachment_base',
  'commentonchange_resolution',
  'commentonduplicate',
  'cookiepath',
  'defaultopsys',
  'defaultplatform',
  'defaultpriority',
  'defaultseverity',
  'duplicate_or_move_bug_status',
  'emailregexpdesc',
  'emailsuffix',
  'letsubmitterchoosemilestone',
  'letsubmitterchoosepriority',
  'mailfrom',
  'maintainer',
  'maxattachmentsize',
  'maxlocalattachment',
  'musthavemilestoneonaccept',
  'noresolveonopenblockers',
  'password_complexity',
  'rememberlogin',
  'requirelogin',
  'search_allow_no_criteria',
  'urlbase',
  'use_see_also',
  'useclassification',
  'usemenuforusers',
  'useqacontact',
  'usestatuswhiteboard',
  'usetargetmilestone',
]

onAnyStore('parameters.get', (open) => {
  it('answers strings by name [SRV-07]', async () => {
    const world = await open()
    const { parameters } = await world.as('alice').parameters.get()
    expect(parameters).toMatchObject({ useqacontact: '1', requirelogin: '0', maxattachmentsize: '1000', urlbase: '' })
    expect(Object.values(parameters).every((value) => typeof value === 'string')).toBe(true)
  })

  it('shows a logged-out caller two of them, also where a login is asked for [SRV-08]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    const { parameters } = await world.as(null).parameters.get()
    expect(parameters).toEqual({ maintainer: 'admin@example.com', requirelogin: '1' })
    expect(Object.keys(parameters).toSorted()).toEqual(forAll)
  })

  it('shows whoever is logged in those that clients need [SRV-09]', async () => {
    const world = await open()
    expect(Object.keys((await world.as('eve').parameters.get()).parameters).toSorted()).toEqual(forUsers.toSorted())
  })

  it('shows members of tweakparams all of them [SRV-10]', async () => {
    const world = await open()
    const { parameters } = await world.as('admin').parameters.get()
    expect(Object.keys(parameters).toSorted()).toEqual(parameterNames.toSorted())
    expect(parameters).toMatchObject({ insidergroup: 'insiders', max_search_results: '10000' })
    const { parameters: ofSystem } = await world.tracker.asSystem().parameters.get()
    expect(ofSystem).toEqual(parameters)
  })

  it('answers no secret, not even to those who see all [SRV-14]', async () => {
    const world = await open()
    const { parameters } = await world.as('admin').parameters.get()
    expect(
      Object.keys(parameters).filter((name) =>
        /secret|passw(?!ord_c|ord_login_group$)|smtp_|ldap|radius|_key/i.test(name),
      ),
    ).toEqual([])
    const [installation] = await inStore(world.store, (tx) => tx.select({ from: 'installation' }))
    expect(installation?.secret).toMatch(/\S{20}/)
    expect(JSON.stringify(parameters)).not.toContain(installation?.secret)
  })

  it('answers callers with wrong credentials as the logged-out', async () => {
    const world = await open()
    const stranger = world.tracker.as({ api_key: 'x'.repeat(40) })
    expect(Object.keys((await stranger.parameters.get()).parameters).toSorted()).toEqual(forAll)
  })

  it('restricts the answer to named fields [GEN-12] [GEN-14] [GEN-15] [GEN-18]', async () => {
    const world = await open()
    const cut = async (filter: { include_fields?: string[]; exclude_fields?: string[] }) =>
      Object.keys((await world.as('eve').parameters.get(filter)).parameters)
    expect(await cut({ include_fields: ['urlbase', 'mailfrom', 'insidergroup', 'nonsense'] })).toEqual([
      'mailfrom',
      'urlbase',
    ])
    expect(await cut({ exclude_fields: ['urlbase'] })).toHaveLength(forUsers.length - 1)
    expect(await cut({ include_fields: ['urlbase', 'mailfrom'], exclude_fields: ['urlbase'] })).toEqual(['mailfrom'])
  })
})
