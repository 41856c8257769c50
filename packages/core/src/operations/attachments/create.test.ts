import { expect, it } from 'vitest'
import { attach, bytes, note, showAttachment } from '../../../test/attachments.js'
import { addBugs, addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { file, history, lastComments, show } from '../../../test/bugs.js'
import { type World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { rowsOf } from '../../../test/people.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const textOf = async (world: World) => (await rowsOf(world, 'attachment_data')).map((row) => row.text_folded)

onAnyStoreConsistently('attachments.create', (open) => {
  it('adds one attachment and one comment to each bug, by number and alias [ATT-03] [ATT-08]', async () => {
    const world = await open()
    const [a, b] = [await file(world), await file(world, { alias: 'blink' })]
    world.clock.advance(60)
    const { ids } = await world
      .as('bob')
      .attachments.create({ ...note, ids: [a.id, 'Blink', b.id], comment: 'Try this' })
    expect(ids).toHaveLength(2)
    for (const [index, bug] of [a.id, b.id].entries()) {
      const id = ids[index] as number
      expect(await showAttachment(world, id)).toMatchObject({
        bug_id: bug,
        creator: 'bob@example.com',
        data: note.data,
      })
      expect(await lastComments(world, bug)).toMatchObject([
        { attachment_id: id, text: `Created attachment ${id}\nWhat it says\n\nTry this`, creator: 'bob@example.com' },
      ])
      expect((await show(world, bug)).last_change_time).toEqual(world.clock.now())
    }
  })

  it('adds to the one bug, or to all of ids when they name it too, by whatever name [ATT-08] [ATT-09]', async () => {
    const world = await open()
    const [a, b] = [await file(world, { alias: 'blink' }), await file(world)]
    const { attachments } = world.as('bob')
    const bugsOf = async (input: { ids?: (number | string)[]; id_or_alias?: number | string }) => {
      const { ids } = await attachments.create({ ...note, ...input })
      return Promise.all(ids.map(async (id) => (await showAttachment(world, id)).bug_id))
    }
    expect(await bugsOf({ id_or_alias: a.id, ids: [b.id] })).toEqual([a.id])
    expect(await bugsOf({ id_or_alias: a.id, ids: [999] })).toEqual([a.id])
    expect(await bugsOf({ id_or_alias: a.id })).toEqual([a.id])
    expect(await bugsOf({ id_or_alias: 'blink', ids: [a.id, b.id] })).toEqual([a.id, b.id])
    expect(await bugsOf({ id_or_alias: b.id, ids: ['blink', `#${b.id}`] })).toEqual([a.id, b.id])
    await expect(bugsOf({ id_or_alias: 'none', ids: [a.id] })).rejects.toMatchObject({
      number: 100,
      data: { field: 'id_or_alias', value: 'none' },
    })
    await expect(bugsOf({})).rejects.toMatchObject({ code: 'params_required' })
  })

  it('compares content types without regard to case, as searches do', async () => {
    const world = await open()
    const bug = await file(world)
    const id = await attach(world, bug.id, { content_type: 'Text/HTML; charset=UTF-8' })
    expect((await showAttachment(world, id)).content_type).toBe('text/html; charset=UTF-8')
    const criteria = { f1: 'attachments.mimetype', o1: 'substring', v1: 'TEXT/html' }
    expect((await world.as('alice').bugs.search(criteria)).bugs).toHaveLength(1)
  })

  it('adds nothing when one of the bugs is unknown or hidden', async () => {
    const world = await open()
    const bug = await file(world)
    await expect(world.as('alice').attachments.create({ ...note, ids: [bug.id, 999] })).rejects.toMatchObject({
      number: 101,
      data: { field: 'ids', value: 999 },
    })
    expect(await rowsOf(world, 'attachments')).toEqual([])
    expect(await lastComments(world, bug.id)).toEqual([])
  })

  it('keeps every byte [ATT-10]', async () => {
    const world = await open()
    const bug = await file(world)
    const data = Uint8Array.from({ length: 256 * 40 }, (_, index) => index % 256)
    const id = await attach(world, bug.id, { data, content_type: 'application/octet-stream' })
    expect((await showAttachment(world, id)).data).toEqual(data)
    expect((await world.as('alice').attachments.download({ id })).data).toEqual(data)
  })

  it('keeps the name, the summary and the type [ATT-11]', async () => {
    const world = await open()
    const bug = await file(world)
    const given = { file_name: 'Zürich 🐞.png', summary: 'A map', content_type: 'image/png; x=1' }
    expect(await showAttachment(world, await attach(world, bug.id, given))).toMatchObject(given)
  })

  it.each([
    ['C:\\Users\\me\\crash.log', 'crash.log'],
    ['/etc/passwd', 'passwd'],
    ['../../x', 'x'],
    [`${'a'.repeat(300)}.txt`, `${'a'.repeat(251)}.txt`],
    ['a\r\nb', 'a b'],
  ])('reads the file name %j as %j', async (file_name, expected) => {
    const world = await open()
    const bug = await file(world)
    expect((await showAttachment(world, await attach(world, bug.id, { file_name }))).file_name).toBe(expected)
  })

  it('says in a comment what was attached, also without a text [ATT-12]', async () => {
    const world = await open()
    const bug = await file(world)
    const silent = await attach(world, bug.id)
    const said = await attach(world, bug.id, { comment: 'Look here' })
    expect((await lastComments(world, bug.id)).map((one) => one.text)).toEqual([
      `Created attachment ${silent}\nWhat it says`,
      `Created attachment ${said}\nWhat it says\n\nLook here`,
    ])
    expect(await history(world, bug.id)).toEqual([])
  })

  it('makes a patch plain text [ATT-13]', async () => {
    const world = await open()
    const bug = await file(world)
    const type = { is_patch: true, content_type: undefined }
    expect(await showAttachment(world, await attach(world, bug.id, type))).toMatchObject({
      is_patch: true,
      content_type: 'text/plain',
    })
    const blank = await attach(world, bug.id, { is_patch: true, content_type: '' })
    expect(await showAttachment(world, blank)).toMatchObject({ is_patch: true, content_type: 'text/plain' })
    const other = await attach(world, bug.id, { is_patch: true, content_type: 'text/html' })
    expect((await showAttachment(world, other)).content_type).toBe('text/plain')
  })

  it('makes the attachment private with its comment when an insider asks for it [ATT-14]', async () => {
    const world = await open()
    const bug = await file(world)
    const id = await attach(world, bug.id, { is_private: true, comment: 'Between us' }, 'ivan')
    expect((await showAttachment(world, id, 'ivan')).is_private).toBe(true)
    expect(await lastComments(world, bug.id, 'bob')).toEqual([])
    expect(await lastComments(world, bug.id, 'ivan')).toMatchObject([{ is_private: true }])
    await expect(attach(world, bug.id, { is_private: true }, 'alice')).rejects.toMatchObject({
      code: 'user_not_insider',
      number: 113,
      data: { field: 'is_private' },
    })
  })

  it.each([
    ['data', undefined, 50],
    ['data', 'c2VjcmV0', 53],
    ['data', new Uint8Array(), 606],
    ['file_name', undefined, 603],
    ['file_name', ' / ', 603],
    ['summary', undefined, 604],
    ['summary', ' \n', 604],
    ['content_type', undefined, 601],
    ['content_type', '', 601],
    ['content_type', 'plain', 601],
    ['content_type', 'text/', 601],
    ['content_type', 'nonsense/plain', 601],
    ['content_type', 'text/html\r\nSet-Cookie: x', 601],
    ['content_type', 'text/plain; name="日本"', 601],
    ['comment', 'x'.repeat(65_536), 114],
    ['is_patch', 'yes', 53],
    ['colour', 'red', 53],
    ['ids', Array.from({ length: 101 }, () => 1), 53],
  ])('refuses the %s %j with %d', async (field, value, number) => {
    const world = await open()
    const bug = await file(world)
    await expect(attach(world, bug.id, { [field]: value })).rejects.toMatchObject({ number, data: { field } })
    expect(await rowsOf(world, 'attachments')).toEqual([])
  })

  it('accepts as many bytes as the larger of the two limits allows [LIM-08]', async () => {
    const world = await open()
    const bug = await file(world)
    const limit = async (values: Record<string, string>) =>
      inStore(world.store, async (tx) => {
        for (const [name, value] of Object.entries(values)) await setParameter(tx, name, value)
      })
    const { parameters } = await world.as('alice').parameters.get()
    expect(parameters).toMatchObject({ maxattachmentsize: '1000', maxlocalattachment: '0' })
    await limit({ maxattachmentsize: '2' })
    await attach(world, bug.id, { data: new Uint8Array(2048) })
    const tooLarge = attach(world, bug.id, { data: new Uint8Array(2049) })
    await expect(tooLarge).rejects.toMatchObject({ number: 600, data: { field: 'data', value: 2049, limit: 2048 } })
    await limit({ maxlocalattachment: '1' })
    await attach(world, bug.id, { data: new Uint8Array(2049) })
    await limit({ maxattachmentsize: '0', maxlocalattachment: '0' })
    await expect(attach(world, bug.id)).rejects.toMatchObject({ number: 600 })
  })

  it('asks for a login, a visible bug and a product that may be edited', async () => {
    const world = await open()
    const bug = await file(world)
    const [hidden = 0] = await addBugs(world.store, world.clock.now(), [{ product: 'Vault', groups: ['secret'] }])
    await expect(world.as(null).attachments.create({ ...note, ids: [bug.id] })).rejects.toMatchObject({ number: 410 })
    await expect(attach(world, hidden, {}, 'eve')).rejects.toMatchObject({ number: 101 })
    await inStore(world.store, async (tx) => {
      await tx.update('group_controls', { and: [] }, { canedit: true })
      await bumpCatalogueVersion(tx)
    })
    await expect(attach(world, bug.id)).rejects.toMatchObject({ code: 'product_edit_denied', number: 109 })
  })

  it('stores the text of textual content for searches', async () => {
    const world = await open()
    const bug = await file(world)
    const latin = { data: new Uint8Array([0xc4]), content_type: 'text/plain; charset=ISO-8859-1' }
    for (const input of [
      { data: bytes('STRASSE Ünï') },
      { data: bytes('{"A":1}'), content_type: 'application/json' },
      latin,
      { data: bytes('A\0B') },
      { data: bytes('PNG'), content_type: 'image/png' },
      { data: bytes('X'), content_type: 'text/plain; charset=nonsense' },
    ])
      await attach(world, bug.id, input)
    expect(await textOf(world)).toEqual(['strasse ünï', '{"a":1}', 'ä', null, null, 'x'])
  })

  it('marks the attachments in obsoletes as obsolete, with history, and ends their pending requests', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review', target_type: 'attachment' }))
    const [a, b] = [await file(world), await file(world)]
    const flags = [{ name: 'review', status: '?' }]
    const old = [await attach(world, a.id, { flags }), await attach(world, b.id), await attach(world, a.id)]
    await world.as('alice').attachments.update({ ids: old.slice(2), is_obsolete: true })
    const before = (await history(world, a.id)).length
    world.clock.advance(60)
    const { ids } = await world
      .as('alice')
      .attachments.create({ ...note, ids: [a.id, b.id], obsoletes: [...old, ...old], flags })
    for (const id of old) expect((await showAttachment(world, id)).is_obsolete).toBe(true)
    for (const id of ids) expect(await showAttachment(world, id)).toMatchObject({ is_obsolete: false, flags })
    const replaced = await showAttachment(world, old[0] ?? 0)
    expect(replaced).toMatchObject({ flags: [], last_change_time: world.clock.now() })
    const field_name = 'attachments.isobsolete'
    expect((await history(world, a.id)).slice(before)).toEqual([
      { field_name, removed: '0', added: '1', attachment_id: old[0] },
      { field_name: 'flagtypes.name', removed: 'review?', added: '', attachment_id: old[0] },
      { field_name: 'flagtypes.name', removed: '', added: 'review?', attachment_id: ids[0] },
    ])
    expect(await history(world, b.id)).toContainEqual({ field_name, removed: '0', added: '1', attachment_id: old[1] })
  })

  it('adds nothing when an attachment in obsoletes is missing, hidden, on another bug or not of the caller', async () => {
    const world = await open()
    const [a, b] = [await file(world, { component: 'Core' }), await file(world)]
    const hidden = await attach(world, a.id, { is_private: true }, 'ivan')
    const elsewhere = await attach(world, b.id)
    const foreign = await attach(world, a.id)
    const before = (await rowsOf(world, 'attachments')).length
    const replace = (id: number, name: string) => attach(world, a.id, { obsoletes: [id] }, name)
    for (const id of [hidden, 999])
      await expect(replace(id, 'alice')).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'attachment', field: 'obsoletes', value: id },
      })
    await expect(replace(elsewhere, 'alice')).rejects.toMatchObject({
      code: 'param_invalid',
      data: { field: 'obsoletes', value: elsewhere },
    })
    await expect(replace(foreign, 'carl')).rejects.toMatchObject({
      code: 'illegal_attachment_edit',
      data: { field: 'obsoletes', value: foreign },
    })
    expect(await rowsOf(world, 'attachments')).toHaveLength(before)
    expect((await showAttachment(world, foreign)).is_obsolete).toBe(false)
  })

  it('accepts empty obsoletes and bug_flags, and no flags of the bug', async () => {
    const world = await open()
    const { id } = await file(world)
    await attach(world, id, { obsoletes: [], bug_flags: [] })
    await expect(attach(world, id, { bug_flags: [{ name: 'review', status: '?' }] })).rejects.toMatchObject({
      code: 'param_invalid',
      data: { field: 'bug_flags' },
    })
  })

  it('adds at most 8 MB to several bugs together, and leaves nothing behind when that is too much', async () => {
    const world = await open()
    const ids = await addBugs(
      world.store,
      world.clock.now(),
      Array.from({ length: 9 }, () => ({})),
    )
    const data = bytes('x'.repeat(990_000))
    const { attachments } = world.as('bob')
    await expect(attachments.create({ ...note, ids, data })).rejects.toMatchObject({
      code: 'too_many_changes',
      data: { field: 'ids', things: 9, each: 990_000, unit: 'bytes', limit: 8_388_608 },
    })
    const small = bytes('x'.repeat(930_000))
    const comment = '\u4e2d'.repeat(20_000)
    await expect(attachments.create({ ...note, ids, data: small, comment })).rejects.toMatchObject({ number: 53 })
    expect(await rowsOf(world, 'attachment_data')).toEqual([])
    expect((await attachments.create({ ...note, ids: ids.slice(0, 8), data })).ids).toHaveLength(8)
    const whole = bytes('x'.repeat(1_000_000))
    expect((await attachments.create({ ...note, ids: ids.slice(0, 1), data: whole })).ids).toHaveLength(1)
  })
})
