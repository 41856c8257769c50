import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onEveryStore } from '../../../test/harness.js'
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

onEveryStore('parameters.get', (open) => {
  it('[SRV-07] answers strings by name', async () => {
    const world = await open()
    const { parameters } = await world.as('alice').parameters.get()
    expect(parameters).toMatchObject({ useqacontact: '1', requirelogin: '0', maxattachmentsize: '1000', urlbase: '' })
    expect(Object.values(parameters).every((value) => typeof value === 'string')).toBe(true)
  })

  it('[SRV-08] shows a logged-out caller two of them, also where a login is asked for', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    const { parameters } = await world.as(null).parameters.get()
    expect(parameters).toEqual({ maintainer: 'admin@example.com', requirelogin: '1' })
    expect(Object.keys(parameters).toSorted()).toEqual(forAll)
  })

  it('[SRV-09] shows whoever is logged in those that clients need', async () => {
    const world = await open()
    expect(Object.keys((await world.as('eve').parameters.get()).parameters).toSorted()).toEqual(forUsers.toSorted())
  })

  it('[SRV-10] shows members of tweakparams all of them', async () => {
    const world = await open()
    const { parameters } = await world.as('admin').parameters.get()
    expect(Object.keys(parameters).toSorted()).toEqual(parameterNames.toSorted())
    expect(parameters).toMatchObject({ insidergroup: 'insiders', max_search_results: '10000' })
    const { parameters: ofSystem } = await world.tracker.asSystem().parameters.get()
    expect(ofSystem).toEqual(parameters)
  })

  it('[SRV-14] holds no secret, not even for those who see all', async () => {
    const world = await open()
    const { parameters } = await world.as('admin').parameters.get()
    expect(
      Object.keys(parameters).filter((name) => /secret|passw(?!ord_c)|smtp_|ldap|radius|_key/i.test(name)),
    ).toEqual([])
    const [installation] = await inStore(world.store, (tx) => tx.select({ from: 'installation' }))
    expect(installation?.secret).toMatch(/\S{20}/)
    expect(JSON.stringify(parameters)).not.toContain(installation?.secret)
  })

  it('takes wrong credentials for none', async () => {
    const world = await open()
    const stranger = world.tracker.as({ api_key: 'x'.repeat(40) })
    expect(Object.keys((await stranger.parameters.get()).parameters).toSorted()).toEqual(forAll)
  })

  it('[GEN-12] [GEN-14] [GEN-15] [GEN-18] takes names of fields', async () => {
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
