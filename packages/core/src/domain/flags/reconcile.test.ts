import { expect, it } from 'vitest'
import { attach, showAttachment } from '../../../test/attachments.js'
import { at, file, history, show } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const addType = async (world: World, name: string, input: object = {}) =>
  (await world.as('admin').flagTypes.create({ name, description: 'x', ...input })).id

async function flagsOf(world: World, bug: number): Promise<string[]> {
  const { flags } = await show(world, bug)
  return flags.map((flag) => `${flag.name}${flag.status}${flag.requestee ?? ''} ${flag.type_id}`)
}

onAnyStore('flags whose type changes', (open) => {
  it('lose their requestee when the type no longer allows one', async () => {
    const world = await open()
    const [closed, other] = [await addType(world, 'closed'), await addType(world, 'other')]
    const asking = (name: string) => ({ name, status: '?', requestee: at('carl') })
    const bug = await file(world, { flags: [asking('closed'), asking('other')] })
    await world.as('admin').flagTypes.update({ ids: [closed], is_requesteeble: false })
    expect(await flagsOf(world, bug.id)).toEqual([`closed? ${closed}`, `other?${at('carl')} ${other}`])
  })

  it('take another type of the same name where theirs does not apply any more, or are removed', async () => {
    const world = await open()
    const [review, local] = [await addType(world, 'review'), await addType(world, 'local')]
    const [onFiles, kept] = [await addType(world, 'file', { target_type: 'attachment' }), await addType(world, 'kept')]
    const flags = ['review', 'local', 'kept'].map((name) => ({ name, status: '+' }))
    const [here, there] = [
      await file(world, { flags }),
      await file(world, { product: 'Gadgets', component: 'Main', version: 'unspecified', flags }),
    ]
    const attachment = await attach(world, here.id, { flags: [{ name: 'file', status: '+' }] })
    const elsewhere = await addType(world, 'review', { inclusions: ['Widgets'], sort_key: 9 })
    const before = await history(world, here.id)
    await world.as('admin').flagTypes.update({ ids: [review, local, onFiles], exclusions: ['Widgets'] })
    expect(await flagsOf(world, here.id)).toEqual([`kept+ ${kept}`, `review+ ${elsewhere}`])
    expect(await flagsOf(world, there.id)).toEqual([`kept+ ${kept}`, `local+ ${local}`, `review+ ${review}`])
    expect((await showAttachment(world, attachment)).flags).toEqual([])
    expect(await rowsOf(world, 'flags')).toHaveLength(5)
    expect(await history(world, here.id)).toEqual(before)
  })
})
