import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { groupBy } from '../../kernel/collections.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { bugRef, list, mostTags, requireFewChanges, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Row, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireTagNames, tagName, forgetUnusedTags } from '../../domain/tags/names.js'

type Tag = Row<'personal_tags'>

// Contract: the `tags` of bugs.
export const updateTags = defineWrite({
  name: 'tags.update',
  summary: 'Update personal tags of bugs',
  description:
    "Adds the caller's personal tags to bugs and removes them; returns the tags of each bug by name.\n\n" +
    'Adding an existing tag or removing a missing one changes nothing; a tag in both lists is removed. Other ' +
    'users never see these tags, and the bugs do not change.\n\n' +
    'Fails with `param_required` without ids; `object_not_specified` for an empty tag.',
  errors: [
    'login_required',
    'param_required',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'object_not_specified',
    'tag_name_too_long',
  ],
  examples: [
    {
      title: 'Add a personal tag to a bug',
      code: "const { bugs } = await alice.tags.update({ ids: [12], add: ['to do'] }); bugs[0]?.tags",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'Bugs by ID or alias.' }),
    add: list(word, mostTags).default([]).meta({ description: 'Words of at most 64 characters, stored in lowercase.' }),
    remove: list(word, mostTags)
      .default([])
      .meta({ description: 'Words of at most 64 characters, stored in lowercase.' }),
  }),
  output: z.object({
    bugs: z
      .array(
        z.object({
          id: z.int().meta({ description: 'ID of the bug.' }),
          tags: z.array(z.string()).meta({ description: 'Personal tags of the caller, by name.' }),
        }),
      )
      .meta({ description: 'Tags of each bug, in the requested order.' }),
  }),
  async run(tx, input, call) {
    const user_id = requireUser(call.who).id
    if (input.ids.length === 0) throw new TrackerError('param_required', { field: 'ids' })
    const bugIds = (await requireBugs(tx, call, input.ids, 'ids')).map((bug) => bug.id)
    requireFewChanges(bugIds.length, input.add.length + input.remove.length)
    const unwanted = new Set(input.remove.map((tag) => fold(tagName(tag))))
    const wanted = requireTagNames(input.add, 'add').filter((name) => !unwanted.has(fold(name)))
    const known = await tx.select({ from: 'personal_tags', where: { col: 'user_id', eq: user_id } })
    const added = await provide(tx, user_id, known, wanted)
    const removed = known.filter((tag) => unwanted.has(tag.name_folded))
    await takeOff(tx, bugIds, removed)
    const left = [...new Set([...known, ...added])].filter((tag) => !unwanted.has(tag.name_folded))
    const where = {
      and: [
        { col: 'tag_id', in: left.map((tag) => tag.id) },
        { col: 'bug_id', in: bugIds },
      ],
    } as const
    const there = groupBy(await tx.select({ from: 'bug_tags', where }), (row) => row.bug_id)
    const rows = bugIds.flatMap((bug_id) => {
      const has = new Set((there.get(bug_id) ?? []).map((row) => row.tag_id))
      return added.filter((tag) => !has.has(tag.id)).map((tag) => ({ tag_id: tag.id, bug_id }))
    })
    await tx.insert('bug_tags', rows)
    const now = groupBy([...[...there.values()].flat(), ...rows], (row) => row.bug_id)
    return { bugs: bugIds.map((id) => ({ id, tags: namesOf(left, now.get(id) ?? []) })) }
  },
})

/** The tags with these names; those not known yet are made. */
async function provide(tx: Writer, user_id: number, known: readonly Tag[], names: readonly string[]): Promise<Tag[]> {
  const byName = new Map(known.map((tag) => [tag.name_folded, tag]))
  const rows = names.map((name) => ({ user_id, name, name_folded: fold(name) }))
  const missing = rows.filter((row) => !byName.has(row.name_folded))
  const ids = await tx.insert('personal_tags', missing)
  missing.forEach((row, index) => byName.set(row.name_folded, { ...row, id: ids[index] as number }))
  return rows.map((row) => byName.get(row.name_folded) as Tag)
}

async function takeOff(tx: Writer, bugIds: readonly number[], tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return
  const ids = tags.map((tag) => tag.id)
  await tx.delete('bug_tags', {
    and: [
      { col: 'tag_id', in: ids },
      { col: 'bug_id', in: bugIds },
    ],
  })
  await forgetUnusedTags(tx, ids)
}

/** Alphabetically. */
function namesOf(tags: readonly Tag[], uses: readonly Row<'bug_tags'>[]): string[] {
  const ids = new Set(uses.map((row) => row.tag_id))
  const shown = tags.filter((tag) => ids.has(tag.id)).toSorted((a, b) => (a.name_folded < b.name_folded ? -1 : 1))
  return shown.map((tag) => tag.name)
}
