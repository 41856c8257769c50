// Bugs in behaviour tests: filed, changed and looked at through the operations.
import type { Bug } from '../src/domain/bugs/fields/bug.js'
import type { World } from './harness.js'

/** The least that a bug needs. */
export const minimal = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

/** The login name of a person of the world. */
export function at(name: string): string {
  return `${name}@example.com`
}

/** Files a bug with what is needed and `input`, and shows it as its creator sees it. */
export async function file(world: World, input: object = {}, name = 'alice'): Promise<Bug> {
  const { id } = await world.as(name).bugs.create({ ...minimal, ...input })
  return show(world, id, name)
}

/** The bug, as a person sees it. */
export async function show(world: World, id: number, name = 'alice'): Promise<Bug> {
  const { bugs } = await world.as(name).bugs.get({ ids: [id] })
  return bugs[0] as Bug
}

/** Updates one bug and returns its changes. */
export async function update(world: World, id: number, input: object, name = 'alice') {
  const { bugs } = await world.as(name).bugs.update({ ids: [id], ...input })
  return bugs[0]?.changes ?? {}
}

/** All changes of a bug in their order. */
export async function history(world: World, id: number, name = 'alice') {
  const { bugs } = await world.as(name).bugs.history({ ids: [id] })
  return bugs[0]?.history.flatMap((entry) => entry.changes) ?? []
}

/** The comments of a bug without its description. */
export async function lastComments(world: World, id: number, name = 'alice') {
  const { bugs } = await world.as(name).comments.get({ ids: [id] })
  return bugs[id]?.comments.filter((comment) => comment.count > 0) ?? []
}
